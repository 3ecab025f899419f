/** Standard modules that people use by their own name. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set(
  [
    "abc argparse array ast asyncio base64 bisect calendar cmath codecs collections concurrent",
    "configparser contextlib copy csv ctypes dataclasses datetime decimal difflib email enum errno",
    "fnmatch fractions functools getopt getpass glob gzip hashlib heapq hmac html http importlib",
    "inspect io itertools json locale logging math mimetypes multiprocessing operator os pathlib",
    "pickle platform pprint queue random re secrets select shlex shutil signal socket sqlite3 ssl",
    "statistics string struct subprocess sys tarfile tempfile textwrap threading time timeit token",
    "traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zlib",
  ].flatMap((line) => line.split(" ")),
);
