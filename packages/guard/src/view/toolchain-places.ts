/**
 * What a jail shows of a home: versions, headers and caches of compilers and package managers, one
 * row per tool. Settings that may hold a login are left out; so is everything not listed.
 *
 * A tool's own variable moves its directory: then the same names are shown there.
 */

export interface Toolchain {
  /** Below the home. */
  readonly directory: string;
  /** The variables that name another place for it. */
  readonly variables?: readonly string[];
  /** What is shown of it; all of it if nothing is named. A star stands for any part of one name. */
  readonly shows?: readonly string[];
}

export const TOOLCHAINS: readonly Toolchain[] = [
  // JavaScript. `.npmrc`, `.yarnrc` and `.bunfig.toml` hold tokens and are not shown.
  { directory: ".nvm", variables: ["NVM_DIR"] },
  { directory: ".fnm", variables: ["FNM_DIR"] },
  { directory: ".local/share/fnm" },
  { directory: ".n", variables: ["N_PREFIX"] },
  { directory: ".nodenv", variables: ["NODENV_ROOT"] },
  { directory: ".volta", variables: ["VOLTA_HOME"], shows: ["bin", "tools", "cache"] },
  { directory: ".npm", shows: ["_cacache", "_npx"] },
  { directory: ".npm-global", shows: ["bin", "lib"] },
  { directory: ".node-gyp" },
  { directory: ".cache/node-gyp" },
  { directory: ".cache/node" },
  { directory: ".pnpm-store" },
  { directory: ".local/share/pnpm", variables: ["PNPM_HOME"] },
  { directory: ".cache/pnpm" },
  { directory: ".yarn", shows: ["cache", "berry/cache", "bin"] },
  { directory: ".cache/yarn" },
  { directory: ".config/yarn/global", shows: ["node_modules"] },
  { directory: ".bun", variables: ["BUN_INSTALL"], shows: ["bin", "install/cache"] },
  { directory: ".deno", variables: ["DENO_INSTALL"], shows: ["bin"] },
  { directory: ".cache/deno", variables: ["DENO_DIR"], shows: ["npm", "deps", "gen", "remote"] },
  { directory: ".cache/typescript" },
  { directory: ".cache/ms-playwright" },
  { directory: ".cache/Cypress" },
  // Python. `pip.conf` and `.pypirc` are not shown.
  { directory: ".pyenv", variables: ["PYENV_ROOT"] },
  { directory: ".local/lib", shows: ["python*"] },
  { directory: ".local/share/pipx", variables: ["PIPX_HOME"], shows: ["venvs", "shared", "py"] },
  { directory: ".local/pipx", shows: ["venvs", "shared"] },
  { directory: ".local/share/uv", shows: ["python", "tools"] },
  { directory: ".cache/uv", variables: ["UV_CACHE_DIR"] },
  { directory: ".cache/pip", variables: ["PIP_CACHE_DIR"] },
  { directory: ".cache/pypoetry", shows: ["cache", "artifacts", "virtualenvs"] },
  { directory: ".local/share/virtualenvs", variables: ["WORKON_HOME"] },
  { directory: ".virtualenvs" },
  { directory: ".cache/pre-commit" },
  { directory: "miniconda3", variables: ["CONDA_PREFIX"] },
  { directory: "anaconda3" },
  { directory: "miniforge3" },
  { directory: "mambaforge" },
  { directory: "micromamba", variables: ["MAMBA_ROOT_PREFIX"] },
  { directory: ".conda", shows: ["envs", "pkgs"] },
  // Rust. `credentials.toml` is not shown, nor `config.toml`, which may hold tokens.
  { directory: ".cargo", variables: ["CARGO_HOME"], shows: ["bin", "registry", "git", "env"] },
  {
    directory: ".rustup",
    variables: ["RUSTUP_HOME"],
    shows: ["toolchains", "update-hashes", "settings.toml"],
  },
  // Go. `go/src` holds projects.
  { directory: "go", variables: ["GOPATH"], shows: ["bin", "pkg"] },
  { directory: ".cache/go-build", variables: ["GOCACHE"] },
  {
    directory: ".goenv",
    variables: ["GOENV_ROOT"],
    shows: ["versions", "shims", "bin", "libexec"],
  },
  { directory: "sdk", shows: ["go*"] },
  // Java and relatives. `settings.xml` and `gradle.properties` are not shown.
  { directory: ".m2", shows: ["repository", "wrapper"] },
  {
    directory: ".gradle",
    variables: ["GRADLE_USER_HOME"],
    shows: ["caches", "wrapper", "native", "jdks", "notifications"],
  },
  {
    directory: ".sdkman",
    variables: ["SDKMAN_DIR"],
    shows: ["bin", "candidates", "src", "libexec"],
  },
  { directory: ".jenv", shows: ["bin", "libexec", "shims", "versions"] },
  { directory: ".ivy2", shows: ["cache", "local"] },
  { directory: ".sbt", shows: ["boot", "launchers"] },
  { directory: ".cache/coursier" },
  { directory: ".konan" },
  { directory: "Android/Sdk", variables: ["ANDROID_HOME", "ANDROID_SDK_ROOT"] },
  { directory: ".android/cache" },
  // Ruby. `.gem/credentials` and `.bundle/config` are not shown.
  { directory: ".rbenv", variables: ["RBENV_ROOT"] },
  { directory: ".rvm", variables: ["rvm_path"], shows: ["bin", "gems", "rubies", "scripts"] },
  {
    directory: ".gem",
    variables: ["GEM_HOME"],
    shows: ["ruby", "specs", "bin", "gems", "extensions"],
  },
  { directory: ".local/share/gem" },
  { directory: ".bundle", shows: ["cache", "plugin"] },
  // PHP. `auth.json` is not shown.
  { directory: ".composer", variables: ["COMPOSER_HOME"], shows: ["cache", "vendor"] },
  { directory: ".cache/composer" },
  { directory: ".config/composer", shows: ["vendor"] },
  { directory: ".phpenv", shows: ["bin", "libexec", "shims", "versions"] },
  // .NET. `NuGet.Config` is not shown.
  { directory: ".dotnet", variables: ["DOTNET_ROOT"] },
  { directory: ".nuget", shows: ["packages"] },
  { directory: ".local/share/NuGet", shows: ["v3-cache", "http-cache", "plugins-cache"] },
  // Functional languages and proof assistants.
  { directory: ".ghcup", shows: ["bin", "ghc", "cache", "share", "env"] },
  { directory: ".cabal", shows: ["bin", "packages", "store"] },
  { directory: ".local/state/cabal", shows: ["store"] },
  { directory: ".stack", variables: ["STACK_ROOT"], shows: ["programs", "pantry", "snapshots"] },
  { directory: ".opam", variables: ["OPAMROOT"] },
  { directory: ".elan", variables: ["ELAN_HOME"], shows: ["bin", "toolchains", "settings.toml"] },
  { directory: ".mix", shows: ["archives", "elixir"] },
  { directory: ".hex", shows: ["packages", "cache.ets"] },
  { directory: ".cache/rebar3" },
  // Others.
  { directory: ".juliaup", shows: ["bin", "julia*", "juliaup.json"] },
  { directory: ".julia", shows: ["packages", "artifacts", "registries", "compiled", "juliaup"] },
  { directory: ".swiftly", shows: ["bin", "toolchains"] },
  { directory: ".pub-cache", shows: ["hosted", "git", "bin", "global_packages"] },
  { directory: "flutter", variables: ["FLUTTER_ROOT"] },
  { directory: "R", shows: ["*-library"] },
  { directory: ".foundry", shows: ["bin", "versions", "cache"] },
  { directory: ".svm" },
  { directory: ".zvm", shows: ["bin", "versions", "self"] },
  { directory: ".cache/zig" },
  { directory: ".nimble", shows: ["bin", "pkgs", "pkgs2"] },
  { directory: ".choosenim", shows: ["toolchains", "current"] },
  { directory: ".luarocks", shows: ["bin", "lib", "share"] },
  { directory: "perl5" },
  { directory: ".plenv", shows: ["bin", "libexec", "shims", "versions"] },
  { directory: ".conan2", variables: ["CONAN_HOME"], shows: ["p", "profiles"] },
  { directory: ".cache/vcpkg" },
  { directory: ".ccache" },
  { directory: ".cache/ccache" },
  { directory: ".cache/sccache" },
  { directory: ".cache/bazel" },
  { directory: ".cache/bazelisk" },
  { directory: ".cache/helm" },
  { directory: ".tfenv", shows: ["bin", "lib", "libexec", "versions"] },
  { directory: ".terraform.d", shows: ["plugin-cache"] },
  // Managers of several languages, and what they install.
  { directory: ".asdf", variables: ["ASDF_DATA_DIR", "ASDF_DIR"] },
  { directory: ".local/share/mise", variables: ["MISE_DATA_DIR"] },
  { directory: ".mise" },
  { directory: ".proto", variables: ["PROTO_HOME"], shows: ["bin", "shims", "tools", "plugins"] },
  { directory: ".pkgx" },
  { directory: ".nix-profile" },
  { directory: ".local/state/nix", shows: ["profiles"] },
  { directory: ".linuxbrew" },
  { directory: ".local/bin" },
];

/** Variables that name a whole toolchain by themselves, wherever it is. */
export const TOOLCHAIN_VARIABLES: readonly string[] = [
  "VIRTUAL_ENV",
  "JAVA_HOME",
  "GOROOT",
  "GOMODCACHE",
  "GOBIN",
  "M2_HOME",
  "GRADLE_HOME",
  "NVM_BIN",
];
