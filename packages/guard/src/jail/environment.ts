/**
 * The part of the user's environment that a jailed command sees: harmless names only. It is given
 * to the first process, because variables cleared later stay readable in /proc/1/environ.
 */
const HARMLESS = new Set(
  [
    "PATH HOME USER LOGNAME SHELL PWD TERM COLORTERM NO_COLOR FORCE_COLOR COLUMNS LINES",
    "LANG LANGUAGE TZ EDITOR PAGER CI DEBIAN_FRONTEND",
    "CC CXX CPP LD AR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS PKG_CONFIG_PATH",
    "LD_LIBRARY_PATH MANPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH CMAKE_PREFIX_PATH",
    "NODE_ENV NODE_PATH NVM_DIR NVM_BIN VOLTA_HOME PNPM_HOME",
    "PYTHONPATH PYTHONHOME VIRTUAL_ENV PYENV_ROOT CONDA_PREFIX CONDA_DEFAULT_ENV",
    "JAVA_HOME M2_HOME GRADLE_HOME GOPATH GOROOT GOBIN CARGO_HOME RUSTUP_HOME GEM_HOME GEM_PATH",
    "RBENV_ROOT ASDF_DIR ASDF_DATA_DIR DOTNET_ROOT ANDROID_HOME ANDROID_SDK_ROOT",
  ].flatMap((line) => line.split(" ")),
);

export function harmlessEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (HARMLESS.has(entry[0]) || /^LC_[A-Z]+$/.test(entry[0])),
    ),
  );
}
