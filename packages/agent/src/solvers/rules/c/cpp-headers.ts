/** Headers of C++ names that the compiler does not suggest itself. */
const BY_HEADER: Readonly<Record<string, string>> = {
  algorithm:
    "sort stable_sort find find_if count count_if max_element min_element reverse copy transform for_each all_of any_of none_of remove_if unique lower_bound upper_bound binary_search fill",
  numeric: "accumulate iota reduce inner_product",
  cmath: "sqrt pow floor ceil round fabs",
  cstring: "strlen strcpy strcmp memcpy memset",
  cstdlib: "getenv exit atoi abs rand srand",
  iomanip: "setprecision setw setfill fixed",
  memory: "unique_ptr shared_ptr make_unique make_shared",
};

export const CPP_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_HEADER).flatMap(([header, names]) =>
    names.split(" ").map((name) => [name, header]),
  ),
);
