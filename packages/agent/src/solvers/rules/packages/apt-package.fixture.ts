import type { Fixture } from "../test/fixture.ts";

/** A package source of one package, in a directory: all of it inside the sandbox. */
const SOURCE = `set -e
mkdir -p source/moo/DEBIAN source/moo/usr/bin && cd source
printf 'Package: moospeak\\nVersion: 1.0\\nArchitecture: all\\nMaintainer: Ada <ada@example.org>\\nDescription: moo\\n' > moo/DEBIAN/control
printf '#!/bin/sh\\necho moo\\n' > moo/usr/bin/moospeak
chmod +x moo/usr/bin/moospeak
dpkg-deb --build moo moospeak.deb > /dev/null
{ cat moo/DEBIAN/control; printf 'Filename: ./moospeak.deb\\nSize: %s\\nSHA256: %s\\n' "$(stat -c %s moospeak.deb)" "$(sha256sum moospeak.deb | cut -d ' ' -f 1)"; } > Packages
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d /var/lib/apt/lists
mkdir -p /var/lib/apt/lists/partial
echo "deb [trusted=yes] file:$PWD ./" > /etc/apt/sources.list
apt-get update -qq -o APT::Sandbox::User=root`;

export const fixtures: readonly Fixture[] = [
  {
    when: "its package is in a source that needs no network",
    setup: SOURCE,
    isSystemWide: true,
    command: "moospeak",
    shows: "moospeak: command not found",
    needs: ["apt-get", "apt-cache", "dpkg-deb"],
    lacks: ["moospeak"],
    as: "root",
  },
  {
    when: "nobody may install it from here",
    files: { "notes.txt": "milk\r\n" },
    command: "dos2unix notes.txt",
    shows: "dos2unix: command not found",
    hints: "apt install dos2unix",
    lacks: ["dos2unix"],
  },
  {
    when: "it is sudo itself",
    as: "user",
    needs: ["root"],
    lacks: ["sudo"],
    command: "sudo touch notes.txt",
    shows: "sudo: command not found",
    hints: "su -c 'apt install sudo' installs it",
  },
];
