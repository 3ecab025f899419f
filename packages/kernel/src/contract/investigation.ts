/**
 * Which investigation commands are allowed: a first, coarse filter.
 *
 * It is one printable line, and its first word is a tool that can read. What else it may be is
 * decided on the principal's machine by the guard, which does not rely on this.
 */
const READERS: ReadonlySet<string> = new Set(
  [
    "R Rscript [ [[ aa-enabled aa-status aclocal actionlint adb ag agda alembic alias anchor",
    "ansible ansible-config ansible-galaxy ansible-inventory ansible-lint ansible-playbook",
    "ansible-vault ant anvil apache2 apache2ctl apachectl apk aplay apr-1-config apt apt-cache",
    "apt-config apt-file apt-get apt-mark aptitude apu-1-config ar arch arecord argocd arp",
    "arping as asciidoctor asdf astro at atq aureport ausearch autoconf automake autopep8",
    "autoreconf ava avdmanager awk aws az b2sum babel bandit base64 basename bash bat bazel",
    "bazelisk bb bear biber bibtex bindgen biome bison black blkid bluetoothctl bmake boot brew",
    "bridge btrfs buck2 buf buildah buildctl bun bundle bundler bunx busctl busybox bzcat",
    "bzgrep bzip2 c++ c++filt cabal caddy capnp cargo cast cat cbindgen cc ccache cd cdk celery",
    "checkov checkstyle chromedriver chromium chromium-browser chronyc circleci cksum clang",
    "clang++ clang++-10 clang++-11 clang++-12 clang++-13 clang++-14 clang++-15 clang++-16",
    "clang++-17 clang++-18 clang++-19 clang++-20 clang++-7 clang++-8 clang++-9 clang-10",
    "clang-11 clang-12 clang-13 clang-14 clang-15 clang-16 clang-17 clang-18 clang-19 clang-20",
    "clang-7 clang-8 clang-9 clang-format clang-tidy clangd clickhouse-client clinfo clj cloc",
    "clojure cmake cmp code col column comm command compgen composer conan conda conntrack",
    "consul containerd convert coqc cordova coredumpctl corepack coursier coverage cpack cpanm",
    "cpp cppcheck cqlsh crictl crontab cross crun crystal cs ctest ctr curl curl-config cut cvs",
    "cypress cython dart dash date declare deno df diff diffstat dig direnv dirname distcc dive",
    "django-admin dlv dmd dmesg dmidecode dnf docker docker-compose dockerd doctl dos2unix",
    "dotnet doveconf doxygen dpkg dpkg-architecture dpkg-deb dpkg-query drill drush du dub dune",
    "echo egrep eksctl electron elixir elixirc emacs emcc emulator env envoy envsubst erl erlc",
    "esbuild eslint esy etcd etcdctl ethtool exim expand expo export expr eza fail2ban-client",
    "false fastboot fastlane fc-list fc-match fd fdfind fdisk ffmpeg ffprobe fgrep file find",
    "findmnt finger firebase firefox firewall-cmd fish flake8 flask flatc flatpak flex",
    "fltk-config flutter flux flyctl fmt fnm fold forge fossil fpc free freetype-config fuser",
    "fzf g++ g++-10 g++-11 g++-12 g++-13 g++-14 g++-15 g++-16 g++-17 g++-18 g++-19 g++-20 g++-7",
    "g++-8 g++-9 gatsby gawk gcc gcc-10 gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc-16 gcc-17 gcc-18",
    "gcc-19 gcc-20 gcc-7 gcc-8 gcc-9 gcloud gcov gdal-config gdb geckodriver gem geos-config",
    "getcap getconf getenforce getent getfacl getfattr getsebool gettext gfortran gh ghc",
    "ghc-pkg ghci ghcup git git-lfs glab gleam glxinfo gmake gnatmake gnuplot go goenv gofmt",
    "golangci-lint google-chrome gopls goreleaser gpg gpg-error-config gpg2 gpgconf gradle",
    "grafana-server grep groovy groups grunt gs gsl-config guix gulp gunicorn gunzip gzip",
    "haddock hadolint haproxy hardhat hash hatch hcloud hdparm head helm helmfile heroku",
    "hexdump hg history hlint home-manager host hostname hostnamectl hpack htop http httpd",
    "https hub hugo hwinfo ibmcloud iconv icu-config id identify idris2 iex ifconfig incus",
    "influx initdb inkscape inxi ionic iostat iotop ip ip6tables ipcs iperf iperf3 iptables",
    "ipython irb isort istioctl iw iwconfig jar jasmine java javac javap jcmd jdeps jekyll jenv",
    "jest jinfo jlink jmap jobs journalctl jpackage jps jq jshell jstack jstat julia jupyter",
    "just k3s k9s kafka-topics kaniko karma keyctl kind kotlin kotlinc kpsewhich krb5-config",
    "ktlint kubeadm kubectl kubectx kubelet kubens kustomize laravel last lastb lastlog latexmk",
    "lcov ld ld.gold ld.lld ldapsearch ldc2 ldconfig ldd lean lein lerna less libgcrypt-config",
    "libpng-config libtool libtoolize linkerd linode-cli lldb llvm-config locale localectl",
    "loginctl logname logread lpstat ls lsattr lsb_release lsblk lscpu lshw lslocks lslogins",
    "lsmem lsmod lsns lsof lspci lspcmcia lsscsi lsusb ltrace lua luac luajit lualatex luarocks",
    "lvs lxc lz4cat lzcat m4 machinectl mage magick magick-config mailq make mamba man mariadb",
    "mariadb-admin mariadb-config mariadb_config mariadbd mawk md5sum mdadm meson micromamba",
    "mill minikube minio mise mix mkdocs mocha modinfo mold molecule mongo mongod mongosh",
    "mongostat monit more mount mpstat msgfmt mtr multipass mvn mvnd mypy mysql mysql_config",
    "mysqladmin mysqlcheck mysqld mysqldump mysqlshow named-checkconf namei nano nasm nawk nc",
    "nc-config ncat ncurses6-config ncursesw6-config nerdctl nest net-snmp-config netcat",
    "netlify netstat networkctl next nft ng nginx nim nimble ninja nix nix-build nix-channel",
    "nix-env nix-instantiate nix-shell nix-store nixos-rebuild nixos-version nl nm nmap nmcli",
    "node node-gyp nodenv nodetool nomad nox npm nproc npx nslookup nspr-config ntpq nu numfmt",
    "nuxt nvcc nvidia-smi nvim nvm nvme nx objdump oc ocaml ocamlc ocamlfind ocamlopt oci",
    "octave od odin opam openconnect openssl oxlint packer pacman pactl pandoc pants parallel",
    "parcel parted pass passenger-status paste patch patchelf pcre-config pcre2-config pdfinfo",
    "pdflatex pdftotext pdm pear pecl perf perl perldoc pg_config pg_controldata pg_ctl",
    "pg_ctlcluster pg_dump pg_isready pg_lsclusters pg_restore pgrep php php-config php-fpm",
    "php7.0 php7.1 php7.2 php7.3 php7.4 php8.0 php8.1 php8.2 php8.3 php8.4 phpenv phpstan",
    "phpunit pidof pidstat ping ping6 pip pip3 pip3.10 pip3.11 pip3.12 pip3.13 pip3.14 pip3.7",
    "pip3.8 pip3.9 pipdeptree pipenv pipx pixi pkg pkg-config pkgconf playwright please plenv",
    "pm2 pmap pnpm pod podman podman-compose poetry port postconf postgres postqueue pre-commit",
    "premake5 prettier printenv printf prisma prometheus protoc protoc-gen-go ps psalm psql",
    "pstree pulumi pv pvs pwd pwdx pwsh py-spy py.test pyenv pylint pyright pytest python",
    "python-config python2 python3 python3-config python3.10 python3.11 python3.12 python3.13",
    "python3.14 python3.7 python3.8 python3.9 qemu-img qemu-system-x86_64 qmake quarto",
    "rabbitmq-diagnostics rabbitmqctl rails railway rake rbenv rclone readelf readlink realpath",
    "rebar rebar3 redis-cli redis-server render resolvectl restic rev rg rocm-smi rocminfo",
    "rollup root-config route rpm rspec rsync rubocop ruby ruby2.0 ruby2.1 ruby2.2 ruby2.3",
    "ruby2.4 ruby3.0 ruby3.1 ruby3.2 ruby3.3 ruby3.4 ruff runc runghc rush rust-analyzer rustc",
    "rustfmt rustup rvm rye sam sbt scala scala-cli scalac scc sccache scons screen sdk",
    "sdkmanager sdl-config sdl2-config sed sensors sentry-cli seq serverless service sestatus",
    "set sh sha1sum sha224sum sha256sum sha384sum sha512sum shadow-cljs shards shasum",
    "shellcheck shopt shuf size skaffold skopeo slapcat smartctl snap sockstat solana solc sort",
    "sox speedtest sphinx-build sqlcmd sqlite3 ss ssh ssh-add ssh-keygen sshd stack stat",
    "staticcheck stern strace strings stylelint supabase supervisorctl svn sw_vers swapon swc",
    "swift swiftc swiftlint swig symfony sysctl systemctl systemd-analyze systemd-cgls",
    "systemd-cgtop systemd-resolve tac tail tar task tc tclsh tcpdump tcsh telnet terraform",
    "terragrunt tesseract test tex tfenv tflint tfsec thrift tilt timedatectl timeout tlmgr",
    "tmux tofu tokei top tox tput tr tracepath traceroute traefik travis tree trivy true",
    "truffle trunk ts-node tsc tshark tsx tty tup turbo twine type typst ufw ulimit umask uname",
    "unexpand uniq unix2dos unrar unzip update-alternatives update-java-alternatives uptime",
    "users uv uvicorn uwsgi v v4l2-ctl vagrant valgrind valkey-cli valkey-server varnishd vault",
    "vcpkg velero vercel vgs vim virsh virtualenv vite vitest vmstat volta vue vulkaninfo w",
    "wasm-bindgen wasm-pack wasmer wasmtime watchman wc webpack wget whereis which who whoami",
    "whois wkhtmltopdf wp wrangler wx-config xargs xbps-query xcode-select xcodebuild xcrun",
    "xdpyinfo xelatex xgettext xh xmake xml2-config xmllint xrandr xslt-config xxd xz xzcat",
    "xzgrep yacc yamllint yarn yasm yq yum zcat zfs zgrep zig zip zipinfo zless zmore zpool zsh",
    "zstdcat zypper",
  ].flatMap((line) => line.split(" ")),
);

export const INVESTIGATION_COMMANDS: readonly string[] = [...READERS].sort();

/** Set before a command, these change at most how its answer is written. */
export const HARMLESS_VARIABLE =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|CLICOLOR|CI|TERM|(?:GIT_|MAN|SYSTEMD_)?PAGER)=[\w.-]*$/;

/** Everything that is not one printable line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Why this command is refused, or null. */
export function investigationProblem(command: string): string | null {
  if (!command.isWellFormed()) return "a lone surrogate has no UTF-8 encoding";
  const found = UNPRINTABLE.exec(command);
  if (found !== null) {
    return `${JSON.stringify(found[0])} is not allowed: one line of printable characters`;
  }
  const words = command.trim().split(/[\s|;&<>()]+/);
  const word = words.find((one) => !HARMLESS_VARIABLE.test(one)) ?? "";
  if (!READERS.has(word)) {
    return `${JSON.stringify(word.slice(0, 40))} is not a command that only reads`;
  }
  return null;
}
