/**
 * File operations. Each must leave the same tree after sandbox and commit as without a sandbox, and
 * the start tree after an undo.
 */
export interface FileScript {
  readonly name: string;
  readonly text: string;
  /** Only root can do it. */
  readonly needsRoot?: true;
  /** A program that a machine may lack. */
  readonly needs?: string;
  /** It changes a file with several hard links: an overlay gives each its own content. */
  readonly isShared?: true;
}

const GIT = `export GIT_AUTHOR_DATE='2021-01-01T00:00:00Z' GIT_COMMITTER_DATE='2021-01-01T00:00:00Z'
git() { command git -c user.name=a -c user.email=a@example.org -c init.defaultBranch=main -c gc.auto=0 "$@"; }`;

export const FILE_SCRIPTS: readonly FileScript[] = [
  { name: "nothing at all", text: "true" },
  { name: "only reads", text: "cat a b dir/c > /dev/null; ls -R > /dev/null" },
  { name: "creates a file", text: "echo new > new" },
  { name: "creates an empty file", text: ": > new" },
  { name: "creates in a subdirectory", text: "echo new > dir/sub/new" },
  { name: "appends", text: "echo more >> a; echo more >> dir/sub/deep/e" },
  { name: "truncates", text: ": > big" },
  { name: "overwrites with the same length", text: "printf 'eno\\n' > a" },
  { name: "writes the same content again", text: "cat a > /dev/null; cp a t; cat t > a; rm t" },
  { name: "opens for writing and writes nothing", text: "exec 3<>a; exec 3>&-" },
  { name: "deletes a file", text: "rm a" },
  { name: "deletes many files", text: "rm many/*" },
  { name: "deletes a directory", text: "rm -rf dir" },
  { name: "deletes everything", text: "rm -rf ./* " },
  { name: "renames a file", text: "mv a z" },
  { name: "renames into a subdirectory", text: "mv a dir/sub/a" },
  { name: "renames over another file", text: "mv a b" },
  { name: "renames a directory", text: "mv dir other" },
  { name: "renames a directory and back", text: "mv dir other; mv other dir" },
  { name: "moves a directory into another", text: "mv dir many/" },
  { name: "swaps two files", text: "mv a t; mv b a; mv t b" },
  { name: "swaps two directories", text: "cd swap; mv left t; mv right left; mv t right" },
  { name: "changes the case of a name", text: "mv a A; mv dir Dir" },
  { name: "puts a file in place of a directory", text: "rm -rf dir; echo file > dir" },
  { name: "puts a directory in place of a file", text: "rm a; mkdir a; echo in > a/in" },
  {
    name: "replaces a directory by a file and back",
    text: "cp -a dir k; rm -rf dir; : > dir; rm dir; mv k dir",
  },
  { name: "puts a link in place of a directory", text: "mv dir real; ln -s real dir" },
  { name: "puts a file in place of a link", text: "rm link; echo file > link" },
  { name: "puts a link in place of a file", text: "ln -sf b a" },
  {
    name: "makes links of every kind",
    text: "ln -s a l1; ln -s /etc/passwd l2; ln -s ../../.. l3; ln -s none l4; ln -s l5 l5",
  },
  { name: "points a link elsewhere", text: "ln -sfn many dirlink; ln -sf b link" },
  { name: "deletes links but not what they lead to", text: "rm link dangling dirlink" },
  { name: "writes through a link", text: "echo more >> link; echo more > dirlink/c" },
  { name: "links a new file twice", text: "echo n > n1; ln n1 n2; mkdir d; ln n1 d/n3" },
  { name: "links an old file", text: "ln a a2; mkdir fresh; ln dir/c fresh/c2" },
  { name: "links an old file and changes it", text: "ln a a2; echo more >> a2" },
  { name: "links in place of another file", text: "ln -f a b" },
  { name: "links inside a new directory", text: "mkdir d; echo x > d/x; ln d/x d/y; ln d/x d/z" },
  { name: "links and deletes the first name", text: "ln a a2; rm a" },
  { name: "changes modes of files", text: "chmod 600 a; chmod 000 b; chmod +x settings.ini" },
  {
    name: "changes modes of directories",
    text: "chmod 700 dir; chmod 755 dir/sub; chmod 500 many",
  },
  { name: "sets sticky and group bits", text: "chmod 1777 empty; chmod g+s dir" },
  { name: "makes a set-user-id program", text: "cp run.sh suid; chmod 4755 suid" },
  {
    name: "changes owners",
    text: "chown 12:34 a dir; chown -h 5:6 link; chown -R 7:8 many",
    needsRoot: true,
  },
  { name: "closes an old directory", text: "chmod 000 closed" },
  {
    name: "closes a directory with changes in it",
    text: "echo x >> closed/inside; echo n > closed/n; chmod 000 closed",
  },
  {
    name: "makes closed directories",
    text: "mkdir -p shut/in; echo x > shut/in/f; chmod 000 shut/in; chmod 000 shut",
  },
  {
    name: "makes a directory nobody writes in",
    text: "mkdir ro; echo x > ro/f; chmod 555 ro; mkdir -p ro2/s; chmod 555 ro2/s ro2",
  },
  {
    name: "sets attributes of files",
    text: "setfattr -n user.note -v changed a; setfattr -n user.new -v x b; setfattr -n user.bin -v 0x00ff0a c 2>/dev/null; true",
    needs: "setfattr",
  },
  { name: "removes an attribute", text: "setfattr -x user.note a", needs: "setfattr" },
  {
    name: "sets attributes of directories",
    text: "setfattr -n user.place -v there dir; setfattr -n user.k -v v empty; mkdir n; setfattr -n user.k -v v n",
    needs: "setfattr",
  },
  {
    name: "removes an attribute of a directory",
    text: "setfattr -x user.place dir",
    needs: "setfattr",
  },
  {
    name: "forges the marks of an overlay",
    text: "setfattr -n user.overlay.opaque -v y dir; setfattr -n user.overlay.whiteout -v y a; setfattr -x user.overlay.opaque dir; setfattr -x user.overlay.whiteout a; true",
    needs: "setfattr",
  },
  {
    name: "sets access lists",
    text: "setfacl -m u:$(id -u):rwx a; setfacl -d -m g:$(id -g):rx dir",
    needs: "setfacl",
  },
  {
    // An ordinary user's sandbox maps only the user's own ids.
    name: "sets access lists for others",
    text: "setfacl -m u:12:rwx a; setfacl -d -m g:34:rx dir",
    needsRoot: true,
    needs: "setfacl",
  },
  {
    name: "gives a program capabilities",
    text: "cp /bin/true cap; setcap cap_net_raw+ep cap",
    needsRoot: true,
    needs: "setcap",
  },
  {
    name: "sets times of files",
    text: "touch -d '2001-02-03 04:05:06.789' a; touch -d 1999-01-01 new; touch -h -d 2002-02-02 link",
  },
  {
    name: "sets times of directories",
    text: "touch -d '2001-02-03 04:05:06' dir; echo x > many/new; touch -d 2003-03-03 many; mkdir n; touch -d 2004-04-04 n",
  },
  { name: "touches without more", text: "touch a dir" },
  {
    name: "uses odd names",
    text: "echo 1 > $'new\\nline'; echo 2 > $'tab\\there'; echo 3 > ' lead'; echo 4 > 'quote\"'; echo 5 > '-rf'; echo 6 > 'back\\slash'; mkdir $'dir\\n2'; echo 7 > $'dir\\n2/x'",
  },
  {
    name: "uses names that are not UTF-8",
    text: "echo 1 > $'bad\\xff\\xfe'; mkdir $'d\\x80'; echo 2 > $'d\\x80/\\xc3('; echo 3 > $'bad\\xff\\xfd'; ln -s $'bad\\xff\\xfe' $'l\\xff'",
  },
  {
    name: "uses unicode names",
    text: "mv names/größe names/große; echo 1 > 日本語; echo 2 > 'e\\u0301'; rm 'names/with space'",
  },
  {
    name: "uses long names",
    text: "n=$(printf 'x%.0s' {1..255}); echo 1 > $n; mkdir -p dir/$n; echo 2 > dir/$n/$n",
  },
  {
    name: "makes a deep tree",
    text: "d=.; for i in $(seq 120); do d=$d/d$i; done; mkdir -p $d; echo bottom > $d/f",
  },
  {
    name: "makes a sparse file",
    text: "truncate -s 64M sparse; printf end | dd of=sparse bs=1 seek=1000000 conv=notrunc 2>/dev/null",
  },
  {
    name: "makes and replaces fifos",
    text: "mkfifo f2; rm pipe; echo file > pipe; mkdir n; mkfifo n/f",
  },
  { name: "makes empty directories", text: "mkdir -p x/y/z; rmdir empty" },
  { name: "copies a directory over itself", text: "cp -a dir d.bak; rm -rf dir; mv d.bak dir" },
  {
    name: "replaces a directory's contents",
    text: "rm -rf opaque; mkdir opaque; echo new > opaque/new",
  },
  {
    name: "replaces contents under the same names",
    text: "rm -rf opaque; mkdir -p opaque/inner; echo other > opaque/inner/file",
  },
  {
    name: "deletes and makes the same again",
    text: "c=$(cat a); rm a; echo \"$c\" > a; chmod 644 a; touch -d '2020-05-06 07:08:09.123456789' a",
  },
  {
    name: "deletes inside, then the directory, then makes it",
    text: "rm dir/c; rm -rf dir; mkdir dir; rm -rf many; mkdir -p many/1/2",
  },
  {
    name: "edits in place",
    text: "sed -i s/one/uno/ a; sed -i 's/key=1/key=2/' settings.ini; perl -pi -e 's/t/T/' b",
  },
  {
    name: "makes a thousand files",
    text: "mkdir k; for i in $(seq 1000); do echo $i > k/$i; done",
  },
  {
    name: "makes a thousand files in an old directory",
    text: "for i in $(seq 1000); do : > many/n$i; done",
  },
  {
    name: "packs and unpacks",
    text: "tar cf t.tar dir many; rm -rf dir many; tar xf t.tar; rm t.tar",
  },
  {
    name: "makes a repository",
    text: `${GIT}\ngit init -q .; git add a b dir; git commit -qm first; echo x >> a; git commit -qam second; rm .git/index`,
    needs: "git",
  },
  {
    name: "works on branches",
    text: `${GIT}\ngit init -q r; cd r; echo 1 > f; git add f; git commit -qm 1; git checkout -qb side; echo 2 > f; git commit -qam 2; git checkout -q main; git merge -q side; rm .git/index`,
    needs: "git",
  },
  {
    name: "keeps a database",
    text: "sqlite3 db 'create table t(x); insert into t values (1),(2); delete from t where x=1;'",
    needs: "sqlite3",
  },
  {
    name: "writes, renames over and removes its draft",
    text: "for f in a b dir/c; do cp -p $f $f.tmp; echo more >> $f.tmp; mv $f.tmp $f; done",
  },
  { name: "fails half-way", text: "echo x > half; rm b; false" },
  { name: "changes one of two names", text: "echo more >> shared/one", isShared: true },
  { name: "deletes one of two names", text: "rm shared/one", isShared: true },
  { name: "renames one of two names", text: "mv shared/one shared/three", isShared: true },
  { name: "changes the mode of one of two names", text: "chmod 600 shared/one", isShared: true },
  { name: "adds a third name", text: "ln shared/one shared/three", isShared: true },
  { name: "deletes both names", text: "rm -rf shared", isShared: true },
];
