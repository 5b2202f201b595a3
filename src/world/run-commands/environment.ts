// Builds the environment of a check command: what builds need to find their tools, and no secrets.

type Env = Readonly<Record<string, string | undefined>>;

const names = new Set(
  [
    "PATH HOME USER LOGNAME LANG LANGUAGE TZ TERM COLUMNS LINES TMPDIR TEMP TMP CI NO_COLOR FORCE_COLOR",
    "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR SHELL",
    "NODE_ENV NODE_PATH NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR COREPACK_HOME PNPM_HOME NVM_DIR VOLTA_HOME",
    "JAVA_HOME GRADLE_USER_HOME MAVEN_HOME M2_HOME ANDROID_HOME ANDROID_SDK_ROOT",
    "GOPATH GOROOT GOCACHE GOMODCACHE GOFLAGS GOTOOLCHAIN CGO_ENABLED",
    "CARGO_HOME CARGO_TARGET_DIR CARGO_BUILD_JOBS RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTFLAGS",
    "VIRTUAL_ENV PYTHONPATH PYTHONHOME PYENV_ROOT CONDA_PREFIX GEM_HOME GEM_PATH RBENV_ROOT DOTNET_ROOT",
    "CC CXX CPP CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS PKG_CONFIG_PATH LD_LIBRARY_PATH LIBRARY_PATH CPATH",
    "SystemRoot SYSTEMROOT ComSpec PATHEXT APPDATA LOCALAPPDATA USERPROFILE ProgramFiles ProgramData",
  ].flatMap((line) => line.split(" ")),
);
const proxies = new Set("HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy".split(" "));

export function environmentForChecks(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && passes(name, value) ? [[name, value]] : [])),
  );
}

function passes(name: string, value: string): boolean {
  if (/^LC_[A-Z]+$/.test(name) || names.has(name)) return true;
  // A proxy URL may contain a password.
  return proxies.has(name) && !value.includes("@");
}
