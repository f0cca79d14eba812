// The one test runner. SystemC's library brings a main of its own and wants an sc_main; ours comes first.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }

extern "C" int sc_main(int, char**) { return 0; }
