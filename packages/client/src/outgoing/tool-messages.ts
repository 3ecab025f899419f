/**
 * Messages that tools print when something fails. A new line of a failed check may be made of their
 * words: they are the same on every machine, so they say nothing about this one.
 *
 * Sources, for extending the list: the GNU C library (`sysdeps/gnu/errlist.h`), GNU
 * bash (`po/bash.pot`), coreutils (`po/coreutils.pot`), GNU make (`po/make.pot`), GCC
 * (`gcc/po/gcc.pot`), Clang (`DiagnosticSemaKinds.td`), binutils (`ld/po/ld.pot`), CPython
 * (`Objects/exceptions.c`, `Lib/unittest`), pytest, pip (`_internal/exceptions.py`), Node.js
 * (`doc/api/errors.md`), npm (`lib/utils/error-message.js`), TypeScript
 * (`diagnosticMessages.json`), Jest and Mocha reporters, rustc (`error_codes`), Cargo, Go
 * (`cmd/go`, `types2`), OpenJDK (`compiler.properties`), Maven, Gradle, Git (`po/git.pot`), CMake
 * and dpkg (`po/dpkg.pot`).
 */
const MESSAGES = `
No such file or directory · Permission denied · Operation not permitted · File exists · Not a directory
Is a directory · Invalid argument · Too many open files · No space left on device · Broken pipe
Read-only file system · Argument list too long · Exec format error · Connection refused
Connection timed out · Connection reset by peer · Network is unreachable · Address already in use
Name or service not known · Temporary failure in name resolution · Resource temporarily unavailable
Cannot allocate memory · Out of memory · Bad file descriptor · Directory not empty · Too many links
Too many levels of symbolic links · File name too long · Device or resource busy · Text file busy
Segmentation fault · core dumped · Aborted · Killed · Terminated · Bus error · Illegal instruction
Floating point exception · Interrupted system call · Input/output error · Function not implemented
command not found · syntax error near unexpected token · unbound variable · bad substitution
unexpected EOF while looking for matching · integer expression expected · unary operator expected
cannot execute binary file · ambiguous redirect · not a valid identifier · missing operand
unrecognized option · invalid option · option requires an argument · try help for more information
cannot stat · cannot open · cannot create directory · cannot access · cannot remove · cannot overwrite
make: No rule to make target · needed by · Stop · recipe for target failed · missing separator
No targets specified and no makefile found · commands commence before first target
Nothing to be done for · is up to date · Entering directory · Leaving directory · Error · Ignored
error: expected before · expected declaration specifiers · implicit declaration of function
incompatible pointer type · incompatible types when assigning to type from type · conflicting types for
undeclared first use in this function · each undeclared identifier is reported only once
has no member named · too few arguments to function · too many arguments to function · redefinition of
previous declaration of was here · previous definition of was here · unknown type name
storage size of is not known · control reaches end of non-void function · unused variable
note: declared here · in file included from · compilation terminated · fatal error · warning
did you mean · invalid use of · invalid operands to binary · lvalue required · stray in program
was not declared in this scope · does not name a type · no matching function for call to
use of undeclared identifier · cannot convert from to · no viable conversion · candidate function
undefined reference to · multiple definition of · first defined here · cannot find
ld returned exit status · collect2: error · linker command failed with exit code · symbol not found
relocation truncated to fit · unresolved external symbol · file format not recognized
Traceback most recent call last · File line in module · During handling of the above exception
another exception occurred · SyntaxError invalid syntax · IndentationError unexpected indent
expected an indented block · NameError name is not defined · TypeError missing required positional
argument · unsupported operand type for · object is not callable · object is not subscriptable
object has no attribute · takes positional arguments but was given · got an unexpected keyword argument
ValueError · KeyError · IndexError list index out of range · AttributeError module · ImportError cannot
import name · ModuleNotFoundError No module named · ZeroDivisionError division by zero
FileNotFoundError · PermissionError · UnicodeDecodeError · RecursionError maximum recursion depth
exceeded · AssertionError · RuntimeError · OSError · StopIteration · NotImplementedError
could not find a version that satisfies the requirement · no matching distribution found for
failed building wheel for · error in setup command · subprocess exited with error · collected items
FAILED · PASSED · ERROR · errors during collection · short test summary info · assert · passed in
failures · tests · ran · OK · skipped · deselected · expected but got · fixture not found
Error: Cannot find module · Cannot find package imported from · ERR_MODULE_NOT_FOUND
ERR_REQUIRE_ESM · Cannot use import statement outside a module · Unexpected token · Unexpected identifier
Unexpected end of input · Unexpected end of JSON input · ReferenceError is not defined
Cannot read properties of undefined reading · Cannot read properties of null · is not a function
is not a constructor · is not iterable · Cannot access before initialization · Assignment to constant
variable · Invalid or unexpected token · Maximum call stack size exceeded · RangeError · Require stack
does not provide an export named · Cannot set properties of · is not valid JSON · unhandled rejection
npm error code · missing script · ERESOLVE unable to resolve dependency tree · could not resolve
peer dependency · conflicting peer dependency · ENOENT · EACCES · EEXIST · EADDRINUSE · ECONNREFUSED
ETIMEDOUT · ENOTFOUND · EPERM · EISDIR · ENOTDIR · lifecycle script failed · not in this registry
TS error · Cannot find name · Property does not exist on type · Type is not assignable to type
Argument of type is not assignable to parameter of type · Module has no exported member
Cannot find type definition file for · Object is possibly undefined · Expected arguments but got
Parameter implicitly has an any type · Declaration or statement expected · Found errors in files
Duplicate identifier · Cannot redeclare block-scoped variable · Could not find a declaration file for
module · Expected · Received · to equal · to be · toBe · toEqual · Test Suites · Tests · Snapshots · total
expected true to be false · strictly equal · deep equal · Test failed · Timeout of exceeded · passing · failing
error aborting due to previous error · cannot find value in this scope · cannot find type in this scope
cannot find function in this scope · use of moved value · borrow of moved value · value used here after
move · cannot borrow as mutable · mismatched types · expected found · unresolved import · use of
undeclared crate or module · the trait bound is not satisfied · no method named found for struct
missing field in initializer of · could not compile due to previous errors · thread main panicked at
called unwrap on a None value · called unwrap on an Err value · assertion left right failed
test result FAILED · error running · failed to parse manifest at · no matching package named found
failed to select a version for the requirement · package not found · lock file needs to be updated
undefined · imported and not used · declared and not used · cannot use as value in assignment
missing return · no required module provides package · no Go files in · cannot find module providing
package is not in std · build failed · exit status · FAIL · panic · runtime error · invalid memory address
or nil pointer dereference · index out of range · goroutine running · go.mod file not found
error: cannot find symbol · class interface or enum expected · incompatible types · package does not
exist · unreported exception must be caught or declared to be thrown · might not have been initialized
Exception in thread main · Caused by · NullPointerException · ClassNotFoundException
NoClassDefFoundError · IllegalArgumentException · IllegalStateException · IOException · BUILD FAILURE
BUILD FAILED · Could not resolve dependencies for project · Execution failed for task · Compilation failed
fatal: not a git repository · pathspec did not match any files known to git · merge conflict in
Automatic merge failed · Your local changes would be overwritten by · refusing to merge unrelated
histories · could not read from remote repository · ambiguous argument unknown revision
CMake Error at · Could NOT find · By not providing in · CMAKE_MODULE_PATH · target is not built by this
project · unable to locate package · dependency problems · held broken packages · dpkg was interrupted
error while loading shared libraries · cannot open shared object file · version not found required by
No such device · not found · not supported · not implemented · not installed · not executable · is missing
unable to · failed to · could not · cannot · must be · should be · does not exist · already exists · at line
column · expression · statement · character · string · number · file · directory · path · option · value
`;

const WORD = /[A-Za-z0-9_]+/g;

/** Each word as it is written there, and with a capital or small first letter. */
export const TOOL_WORDS: ReadonlySet<string> = new Set(
  (MESSAGES.match(WORD) ?? []).flatMap((word) => {
    const rest = word.slice(1);
    return [word, word.charAt(0).toUpperCase() + rest, word.charAt(0).toLowerCase() + rest];
  }),
);
