/**
 * Hosts that package managers download from, opened by the capability `packages`. None accepts
 * uploads without an account, but a request can still carry data out.
 */
export const PACKAGE_DOMAINS: readonly string[] = [
  // JavaScript
  "registry.npmjs.org",
  "registry.yarnpkg.com",
  "jsr.io",
  "npm.jsr.io",
  "nodejs.org",
  // Python
  "pypi.org",
  "files.pythonhosted.org",
  "conda.anaconda.org",
  "repo.anaconda.com",
  // Rust, Go, Ruby, PHP
  "crates.io",
  "index.crates.io",
  "static.crates.io",
  "static.rust-lang.org",
  "proxy.golang.org",
  "sum.golang.org",
  "rubygems.org",
  "index.rubygems.org",
  "packagist.org",
  "repo.packagist.org",
  // Java, .NET
  "repo.maven.apache.org",
  "repo1.maven.org",
  "plugins.gradle.org",
  "services.gradle.org",
  "api.nuget.org",
  // Distributions
  "deb.debian.org",
  "security.debian.org",
  "archive.ubuntu.com",
  "security.ubuntu.com",
  "ports.ubuntu.com",
  "dl-cdn.alpinelinux.org",
  "mirrors.fedoraproject.org",
  "download.opensuse.org",
];
