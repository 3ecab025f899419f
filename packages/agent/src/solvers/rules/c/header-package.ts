import { rule, unproved } from "../rule.ts";
import { firstMatch } from "../view.ts";

/** Debian's packages of headers that programs often need. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^GLFW\//, "libglfw3-dev"],
  [/^GL\/glew\.h$/, "libglew-dev"],
  [/^GL\/glut\.h$/, "freeglut3-dev"],
  [/^GL\//, "libgl-dev"],
  [/^SDL2\//, "libsdl2-dev"],
  [/^SDL_image\.h$/, "libsdl2-image-dev"],
  [/^curl\//, "libcurl4-openssl-dev"],
  [/^openssl\//, "libssl-dev"],
  [/^zlib\.h$/, "zlib1g-dev"],
  [/^bzlib\.h$/, "libbz2-dev"],
  [/^lzma\.h$/, "liblzma-dev"],
  [/^zstd\.h$/, "libzstd-dev"],
  [/^png\.h$/, "libpng-dev"],
  [/^jpeglib\.h$/, "libjpeg-dev"],
  [/^sqlite3\.h$/, "libsqlite3-dev"],
  [/^(?:n?curses|panel|menu)\.h$/, "libncurses-dev"],
  [/^readline\//, "libreadline-dev"],
  [/^editline\//, "libedit-dev"],
  [/^libxml\//, "libxml2-dev"],
  [/^expat\.h$/, "libexpat1-dev"],
  [/^yaml\.h$/, "libyaml-dev"],
  [/^json-c\//, "libjson-c-dev"],
  [/^jansson\.h$/, "libjansson-dev"],
  [/^cjson\//, "libcjson-dev"],
  [/^nlohmann\//, "nlohmann-json3-dev"],
  [/^fmt\//, "libfmt-dev"],
  [/^boost\//, "libboost-all-dev"],
  [/^Eigen\//, "libeigen3-dev"],
  [/^gtest\//, "libgtest-dev"],
  [/^opencv2\//, "libopencv-dev"],
  [/^gtk\//, "libgtk-3-dev"],
  [/^glib\.h$|^gio\//, "libglib2.0-dev"],
  [/^X11\//, "libx11-dev"],
  [/^alsa\//, "libasound2-dev"],
  [/^pcap(?:\.h$|\/)/, "libpcap-dev"],
  [/^usb\.h$|^libusb/, "libusb-1.0-0-dev"],
  [/^gmp\.h$/, "libgmp-dev"],
  [/^mpfr\.h$/, "libmpfr-dev"],
  [/^fftw3\.h$/, "libfftw3-dev"],
  [/^gsl\//, "libgsl-dev"],
  [/^ffi\.h$/, "libffi-dev"],
  [/^uuid\//, "uuid-dev"],
  [/^uv\.h$/, "libuv1-dev"],
  [/^event2\//, "libevent-dev"],
  [/^pcre2?\.h$/, "libpcre2-dev"],
  [/^mysql\//, "libmysqlclient-dev"],
  [/^libpq-fe\.h$/, "libpq-dev"],
  [/^hiredis\//, "libhiredis-dev"],
  [/^lua\.h$|^lua5/, "liblua5.4-dev"],
  [/^Python\.h$/, "python3-dev"],
  [/^ruby\.h$/, "ruby-dev"],
  [/^freetype\/|^ft2build\.h$/, "libfreetype-dev"],
  [/^cairo/, "libcairo2-dev"],
  [/^numa\.h$/, "libnuma-dev"],
  [/^sodium\.h$/, "libsodium-dev"],
  [/^libelf\.h$|^gelf\.h$/, "libelf-dev"],
  [/^security\/pam/, "libpam0g-dev"],
  [/^sys\/capability\.h$/, "libcap-dev"],
  [/^archive\.h$/, "libarchive-dev"],
  [/^git2\.h$/, "libgit2-dev"],
  [/^fuse/, "libfuse-dev"],
  [/^magic\.h$/, "libmagic-dev"],
];

export const headerPackage = rule({
  name: "header-package",
  title: "The headers of a library are not installed",
  sees(view) {
    const header = firstMatch(
      view,
      /: fatal error: ([\w./+-]{1,100}): No such file or directory$/,
    )?.[1];
    const name =
      header === undefined ? undefined : PACKAGES.find(([fits]) => fits.test(header))?.[1];
    return header === undefined || name === undefined ? null : { header, name };
  },
  repair: ({ header, name }) =>
    unproved(
      `sudo apt install ${name}`,
      "it needs the network and the administrator",
      `${header} is not installed; on Debian and Ubuntu it is in the package ${name}.`,
    ),
});
