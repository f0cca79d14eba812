// The model in the program's own process (unibank exec --in-process): a call is answered on the thread that makes it,
// so a debugger shows both sides in one stack.
#include <fenv.h>
#include <locale.h>
#include <unistd.h>

#include <exception>
#include <memory>
#include <mutex>

#include "base/input_error.h"
#include "exec/channel.h"
#include "exec/runtime/ask_model.h"
#include "unibank/exec_model.h"

namespace unibank::exec {
namespace {

// The part of the thread's state on which the model's numbers and texts depend. A program may have changed it: one that
// was compiled with -ffast-math flushes small numbers to zero.
class StateOfModel {
 public:
  StateOfModel() {
    static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    ::fegetenv(&environment_);
    ::fesetenv(FE_DFL_ENV);
    locale_ = ::uselocale(plain);
  }
  ~StateOfModel() {
    ::uselocale(locale_);
    ::fesetenv(&environment_);
  }
  StateOfModel(const StateOfModel&) = delete;
  StateOfModel& operator=(const StateOfModel&) = delete;

 private:
  fenv_t environment_;
  locale_t locale_;
};

struct Here {
  std::unique_ptr<ExecModel> model;
  int socket = -1;
  pid_t process = 0;    // that the model belongs to; a child has none
  std::string refusal;  // answers the first call in the model's place
};
// Never destroyed, because end() runs when the library's own objects are about to be destroyed.
Here& here() {
  static Here& one = *new Here;
  return one;
}

void say(char kind, const std::string& text) {
  Here& of = here();
  send_message(of.socket, kind + text);
  of.process = 0;
}

bool begin(int socket) {
  Here& of = here();
  of.socket = socket;
  of.process = ::getpid();
  std::string bytes;
  if (!receive_message(socket, bytes)) return false;
  const ExecSettings settings = unpacked_settings(bytes);
  try {
    const LoadedDesign design =
        load_design({settings.design_name, settings.design_name, "", settings.effective_design});
    of.model = std::make_unique<ExecModel>(settings, design);
  } catch (const InputError& error) {
    of.refusal = refusal();
    say(kModelError, error.what());
  }
  return true;
}

// Runs after everything that the program does at its end, and before this library's objects are destroyed.
[[gnu::destructor]] void end() {
  Here& of = here();
  if (!of.model || of.process != ::getpid()) return;
  const StateOfModel state;
  try {
    say(kModelResult, of.model->end());
  } catch (const std::bad_alloc&) {
    say(kModelError, "out of memory");
  } catch (const std::exception& error) {
    say(kModelError, error.what());
  }
  of.model.reset();
}

}  // namespace

// Calls come one at a time (connection.h).
bool ask_model(int socket, std::string_view call, std::string& answer, int* file) {
  const StateOfModel state;
  Here& of = here();
  try {
    if (!of.model && !begin(socket)) return false;
    answer = of.model ? of.model->answer(call) : of.refusal;
    if (file) *file = of.model && of.model->file() >= 0 ? ::dup(of.model->file()) : -1;
    return true;
  } catch (const std::bad_alloc&) {
    say(kModelError, "out of memory");
  } catch (const std::exception& error) {
    say(kModelError, error.what());
  }
  return false;
}

}  // namespace unibank::exec

// SystemC's library requires it; elaboration happens in ExecModel.
extern "C" [[gnu::visibility("default")]] int sc_main(int, char**) { return 0; }
