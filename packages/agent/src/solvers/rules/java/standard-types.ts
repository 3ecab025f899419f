/** Classes that need an import, by name, and names that do not. */
const BY_PACKAGE: Readonly<Record<string, string>> = {
  "java.util":
    "List ArrayList LinkedList Map HashMap TreeMap LinkedHashMap Set HashSet TreeSet LinkedHashSet Queue Deque ArrayDeque PriorityQueue Stack Vector Collections Arrays Collection Iterator Comparator Optional Objects Random Scanner UUID StringJoiner StringTokenizer Properties Locale Base64 EnumMap EnumSet BitSet Timer TimerTask Calendar NoSuchElementException",
  "java.util.stream": "Collectors Stream IntStream",
  "java.util.function":
    "Function Supplier Consumer Predicate BiFunction UnaryOperator BinaryOperator",
  "java.util.regex": "Pattern Matcher",
  "java.util.concurrent":
    "ExecutorService Executors TimeUnit ConcurrentHashMap CompletableFuture Future Callable CountDownLatch",
  "java.util.concurrent.atomic": "AtomicInteger AtomicLong AtomicBoolean",
  "java.io":
    "File IOException BufferedReader InputStreamReader FileReader FileWriter PrintWriter BufferedWriter InputStream OutputStream FileInputStream FileOutputStream FileNotFoundException Serializable UncheckedIOException",
  "java.nio.file": "Files Path Paths",
  "java.nio.charset": "StandardCharsets Charset",
  "java.time": "LocalDate LocalDateTime LocalTime Duration Instant ZonedDateTime ZoneId",
  "java.time.format": "DateTimeFormatter",
  "java.math": "BigDecimal BigInteger RoundingMode",
  "java.text": "SimpleDateFormat DecimalFormat NumberFormat",
  "java.net": "URI URL",
};

/** The package of each class. */
export const PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_PACKAGE).flatMap(([place, names]) =>
    names.split(" ").map((name) => [name, place]),
  ),
);

export const TYPES: readonly string[] = [
  "String Integer Long Double Float Boolean Character Object System Math StringBuilder Thread",
  "Runnable Exception RuntimeException IllegalArgumentException Iterable Override Byte Short",
]
  .flatMap((line) => line.split(" "))
  .concat(Object.keys(PACKAGES));

export const MEMBERS: readonly string[] = [
  "println printf print length size isEmpty charAt substring equals equalsIgnoreCase contains indexOf",
  "toUpperCase toLowerCase trim split replace startsWith endsWith valueOf parseInt parseDouble toString",
  "hashCode add remove get put containsKey keySet values entrySet getKey getValue append reverse",
  "insert sort asList stream filter map collect forEach toList nextInt nextLine hasNext close",
  "format join repeat strip compareTo sqrt pow abs max min random out err args",
].flatMap((line) => line.split(" "));
