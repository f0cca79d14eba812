// A thread of a user's program that runs together with the machines.
#pragma once

#include <functional>
#include <systemc>
#include <utility>

namespace unibank::test {

class Program : public sc_core::sc_module {
 public:
  Program(const sc_core::sc_module_name& name, std::function<void()> run) : sc_module(name), run_(std::move(run)) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(program);
  }

 private:
  void program() { run_(); }
  const std::function<void()> run_;
};

}  // namespace unibank::test
