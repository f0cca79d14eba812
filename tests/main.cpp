// SystemC's library wants an sc_main wherever it is linked. Tests start from Catch2's main.
extern "C" int sc_main(int, char**) { return 0; }
