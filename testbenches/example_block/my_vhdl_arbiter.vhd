-- Grants what may be sent in a cycle: my_arbiter.sv in VHDL. GHDL translates it to Verilog (unibank_verilate).
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity my_vhdl_arbiter is
  port (
    clk, reset : in std_logic;
    unified    : in std_logic;  -- registers and other data are in the same banks
    one_port   : in std_logic;  -- a bank has one read or one write per cycle, not one of each
    lookups    : in unsigned(7 downto 0);

    new_cycle       : in std_logic;  -- frees everything
    new_instruction : in std_logic;  -- frees everything except lookups
    ask      : in std_logic_vector(1 downto 0);  -- 1 registers, 2 memory, 3 a lookup
    write    : in std_logic;
    upper    : in std_logic;  -- the upper half of a row of registers
    banks    : in std_logic_vector(63 downto 0);
    at_port  : in unsigned(2 downto 0);
    bytes    : in unsigned(4 downto 0);  -- bytes at the port
    tag_bank : in unsigned(2 downto 0);
    grant    : out std_logic;

    -- The grants so far: registers, upper registers and memory, first of reads, then of writes.
    taken_0, taken_1, taken_2, taken_3, taken_4, taken_5 : out std_logic_vector(63 downto 0));
end entity;

architecture rtl of my_vhdl_arbiter is
  type taken_t is array (0 to 5) of std_logic_vector(63 downto 0);
  type sent_t is array (0 to 7) of unsigned(4 downto 0);
  type left_t is array (0 to 7) of unsigned(7 downto 0);
  signal now    : taken_t;
  signal sent   : sent_t;
  signal left   : left_t;
  signal behind : unsigned(5 downto 0);
  signal free, granted : std_logic;
begin
  behind <= resize(sent(to_integer(at_port)), 6) + resize(bytes, 6);

  process (all)
    variable reads, writes, in_use : std_logic_vector(63 downto 0);
  begin
    if ask = "10" then
      reads := now(2);
      writes := now(5);
      if unified = '1' then
        reads := reads or now(0);
        writes := writes or now(3);
      end if;
    elsif upper = '1' then
      reads := now(1);
      writes := now(4);
    else
      reads := now(0);
      writes := now(3);
    end if;
    if one_port = '1' then in_use := reads or writes;
    elsif write = '1' then in_use := writes;
    else in_use := reads;
    end if;
    free <= '0';
    if (in_use and banks) = x"0000000000000000" then free <= '1'; end if;
    granted <= '0';
    case ask is
      when "01" => granted <= free;
      when "10" => if behind <= 16 then granted <= free; end if;
      when "11" => if left(to_integer(tag_bank)) /= 0 then granted <= '1'; end if;
      when others => null;
    end case;
  end process;
  grant <= granted;

  process (clk)
    variable place : unsigned(2 downto 0);
  begin
    if rising_edge(clk) then
      if reset = '1' or new_cycle = '1' or new_instruction = '1' then
        for i in 0 to 5 loop now(i) <= (others => '0'); end loop;
        for i in 0 to 7 loop sent(i) <= (others => '0'); end loop;
        if new_instruction = '0' then
          for i in 0 to 7 loop left(i) <= lookups; end loop;
        end if;
      elsif granted = '1' and ask = "11" then
        left(to_integer(tag_bank)) <= left(to_integer(tag_bank)) - 1;
      elsif granted = '1' then
        place := "000";
        if ask = "10" then
          place := "010";
          sent(to_integer(at_port)) <= behind(4 downto 0);
        elsif upper = '1' then
          place := "001";
        end if;
        if write = '1' then place := place + 3; end if;
        for i in 0 to 5 loop
          if place = i then now(i) <= now(i) or banks; end if;
        end loop;
      end if;
    end if;
  end process;

  taken_0 <= now(0);
  taken_1 <= now(1);
  taken_2 <= now(2);
  taken_3 <= now(3);
  taken_4 <= now(4);
  taken_5 <= now(5);
end architecture;
