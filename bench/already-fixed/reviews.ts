// Faults that reviewers point out, in several languages: the line, what they write, and what authors then make of it.
// `$a`, `$b`, `$c` are names, `$n` a number: drawn anew each time.

export interface Review {
  file: string;
  bad: readonly string[];
  fixed: readonly string[];
  /** Mended in another way than anybody wrote. */
  otherwise?: readonly string[];
  /** One of two faults mended. */
  half: readonly string[];
  /** The same line edited for another reason. */
  unrelated: readonly string[];
  /** In backticks what is wrong. */
  quoting: readonly string[];
  /** Without any code. */
  prose: readonly string[];
}

export const reviews: readonly Review[] = [
  {
    file: "ts",
    bad: ["const $a = load$b($c) == null || $c.length == 0;"],
    fixed: ["const $a = load$b($c) === null || $c.length === 0;"],
    otherwise: ["const $a = isEmpty(load$b($c), $c);"],
    half: ["const $a = load$b($c) === null || $c.length == 0;"],
    unrelated: ["export const $a = load$b($c) == null || $c.length == 0;"],
    quoting: [
      "Please use `===` rather than `==` here, for both comparisons.",
      "`load$b($c) == null` and `$c.length == 0` compare loosely.",
    ],
    prose: [
      "Loose comparisons coerce; this will bite us when the list is the empty string.",
      "Two loose comparisons on one line, please make them strict.",
    ],
  },
  {
    file: "ts",
    bad: ["const $a = await fetch($b + '/items/' + $c);"],
    fixed: ["const $a = await fetch(new URL(`items/${$c}`, $b), { signal: AbortSignal.timeout($n) });"],
    otherwise: ["const $a = await client.get(itemPath($c), { timeout: $n });"],
    half: ["const $a = await fetch($b + '/items/' + $c, { signal: AbortSignal.timeout($n) });"],
    unrelated: ["const $a = await fetch($b + '/entries/' + $c);"],
    quoting: [
      "`$b + '/items/' + $c` breaks when the id has a slash in it, and there is no timeout.",
      "`fetch($b + '/items/' + $c)` joins paths by hand and waits forever.",
    ],
    prose: [
      "This joins the address by hand and has no time limit. When the other side hangs, so do we.",
      "nit: build the address properly and bound how long we wait.",
    ],
  },
  {
    file: "ts",
    bad: ["console.log('$a', $b);"],
    fixed: [],
    half: ["console.debug('$a', $b);"],
    unrelated: ["console.log('$a:', $b);"],
    quoting: ["Leftover `console.log('$a', $b)`, please remove.", "Please drop this `console.log`."],
    prose: ["Debug output left in, please remove.", "Stray logging."],
  },
  {
    file: "ts",
    bad: ["for (let $a = 0; $a <= $b.length; $a++) $c.push(parse($b[$a]));"],
    fixed: ["for (const one of $b) $c.push(parse(one));"],
    otherwise: ["for (let $a = 0; $a < $b.length; $a++) $c.push(parse($b[$a]));"],
    half: ["for (let $a = 0; $a <= $b.length; $a += 1) $c.push(parse($b[$a]));"],
    unrelated: ["for (let $a = 0; $a <= $b.length; $a++) $c.push(parse($b[$a], options));"],
    quoting: ["Off by one: `$a <= $b.length` reads one past the end.", "`$a <= $b.length` should be `$a < $b.length`."],
    prose: ["Off by one, the last round reads past the end.", "This runs once too often."],
  },
  {
    file: "js",
    bad: ["var $a = $b.filter(function (one) { return one.id = $c; });"],
    fixed: ["const $a = $b.filter((one) => one.id === $c);"],
    half: ["const $a = $b.filter(function (one) { return one.id = $c; });"],
    unrelated: ["var $a = ($b || []).filter(function (one) { return one.id = $c; });"],
    quoting: [
      "`one.id = $c` assigns, and please use `const` rather than `var`.",
      "`return one.id = $c` is an assignment, it matches everything.",
    ],
    prose: [
      "This assigns instead of comparing, so everything matches. Also prefer modern syntax here.",
      "The condition is always truthy.",
    ],
  },
  {
    file: "js",
    bad: ["setTimeout(() => $a.close(), $n);"],
    fixed: ["await $a.close();"],
    half: ["setTimeout(() => $a.close().catch(noop), $n);"],
    unrelated: ["setTimeout(() => $a.close(), $n * 2);"],
    quoting: [
      "Waiting with `setTimeout` is a race; await it instead.",
      "`setTimeout(() => $a.close(), $n)` is never awaited.",
    ],
    prose: [
      "Nobody waits for this, so the process can end before it ran.",
      "This is a race: a fixed delay is no guarantee.",
    ],
  },
  {
    file: "py",
    bad: ["def $a($b, cache={}):"],
    fixed: ["def $a($b, cache=None):"],
    half: ["def $a($b, cache=dict()):"],
    unrelated: ["def $a($b, *, cache={}):"],
    quoting: ["Mutable default: `cache={}` is shared by all calls.", "Use `cache=None` instead of `cache={}`."],
    prose: ["Mutable default argument, shared between calls.", "The default value lives as long as the module does."],
  },
  {
    file: "py",
    bad: ["    except Exception: pass"],
    fixed: ["    except OSError as error:", "        log.warning('no $a: %s', error)"],
    half: ["    except (Exception,): pass"],
    unrelated: ["    except Exception: pass  # $a"],
    quoting: ["`except Exception: pass` swallows everything.", "Please don't `pass` here."],
    prose: ["This swallows every failure silently.", "We should at least log what went wrong, and catch less."],
  },
  {
    file: "py",
    bad: ["$a = open($b).read().split('\\n')"],
    fixed: ["$a = Path($b).read_text(encoding='utf-8').splitlines()"],
    otherwise: ["with open($b, encoding='utf-8') as source: $a = source.readlines()"],
    half: ["$a = open($b, encoding='utf-8').read().split('\\n')"],
    unrelated: ["$a = open(str($b)).read().split('\\n')"],
    quoting: [
      "`open($b)` is never closed and has no encoding.",
      "Use `Path($b).read_text(encoding='utf-8')` rather than `open($b).read()`.",
    ],
    prose: ["The handle is never closed, and the encoding depends on the machine.", "File stays open here."],
  },
  {
    file: "py",
    bad: ["if type($a) == list and len($a) > 0:"],
    fixed: ["if isinstance($a, list) and $a:"],
    half: ["if isinstance($a, list) and len($a) > 0:"],
    unrelated: ["if type($a) == list and len($a) > 1:"],
    quoting: [
      "Use `isinstance` rather than `type($a) == list`, and `len($a) > 0` is just truthiness.",
      "`type($a) == list` and `len($a) > 0` are not idiomatic.",
    ],
    prose: [
      "Not idiomatic: compare classes properly and rely on truthiness.",
      "Subclasses fail this test. The second condition is more than is needed.",
    ],
  },
  {
    file: "go",
    bad: ["\t$a, _ := strconv.Atoi($b)"],
    fixed: ["\t$a, err := strconv.Atoi($b)", "\tif err != nil {", "\t\treturn err", "\t}"],
    half: ["\t$a, _ := strconv.ParseInt($b, 10, 64)"],
    unrelated: ["\t$a, _ := strconv.Atoi(strings.TrimSpace($b))"],
    quoting: ["The error of `strconv.Atoi($b)` is dropped.", "`$a, _ :=` drops the error."],
    prose: ["The error is dropped here.", "Please handle the error instead of ignoring it."],
  },
  {
    file: "go",
    bad: ["\tgo func() { $a.Run($b); wg.Done() }()"],
    fixed: ["\twg.Go(func() { $a.Run(ctx, $b) })"],
    half: ["\tgo func() { defer wg.Done(); $a.Run($b) }()"],
    unrelated: ["\tgo func() { $a.Run($b, nil); wg.Done() }()"],
    quoting: [
      "`wg.Done()` is not deferred: a panic in `$a.Run($b)` hangs us. It also ignores the context.",
      "`go func() { $a.Run($b); wg.Done() }()` leaks when it panics, and takes no context.",
    ],
    prose: [
      "When this panics the group never ends; and it cannot be cancelled.",
      "Neither cancellable nor safe when it panics.",
    ],
  },
  {
    file: "rs",
    bad: ["    let $a = $b.get($c).unwrap().clone();"],
    fixed: ["    let Some($a) = $b.get($c) else { return None };"],
    otherwise: ["    let $a = $b.get($c)?;"],
    half: ["    let $a = $b.get($c).unwrap();"],
    unrelated: ["    let mut $a = $b.get($c).unwrap().clone();"],
    quoting: [
      "`.unwrap()` panics on a missing key, and `.clone()` is not needed.",
      "`$b.get($c).unwrap().clone()` can panic and copies for nothing.",
    ],
    prose: [
      "Panics when the key is missing, and copies for nothing.",
      "This will panic in production. The copy is more than is needed too.",
    ],
  },
  {
    file: "java",
    bad: ["        if ($a.getName() == $b.getName()) return $n;"],
    fixed: ["        if (Objects.equals($a.getName(), $b.getName())) return $n;"],
    half: ["        if ($a.getName() == $b.getName().intern()) return $n;"],
    unrelated: ["        if ($a.getName() == $b.getName()) return $n + 1;"],
    quoting: [
      "`$a.getName() == $b.getName()` compares references. Use `Objects.equals`.",
      "Strings are compared with `==` here.",
    ],
    prose: ["Reference comparison of strings.", "This is only true for interned strings."],
  },
  {
    file: "java",
    bad: ['        String $a = ""; for (String one : $b) $a += one + ",";'],
    fixed: ['        String $a = String.join(",", $b);'],
    half: ['        String $a = ""; for (String one : $b) $a = $a.concat(one).concat(",");'],
    unrelated: ['        String $a = ""; for (String one : $b) $a += one + ";";'],
    quoting: [
      '`$a += one + ","` is quadratic and leaves a comma at the end.',
      "Use `String.join` instead of `$a += one`.",
    ],
    prose: ["Quadratic, and it leaves a separator at the end.", "There is a method for this in the standard library."],
  },
  {
    file: "rb",
    bad: ["$a = $b.map { |one| one.name }.select { |one| one != nil }"],
    fixed: ["$a = $b.filter_map(&:name)"],
    half: ["$a = $b.map(&:name).select { |one| one != nil }"],
    unrelated: ["$a = $b.sort.map { |one| one.name }.select { |one| one != nil }"],
    quoting: [
      "`select { |one| one != nil }` is `compact`, and the map can be `map(&:name)`.",
      "`filter_map(&:name)` does both.",
    ],
    prose: ["Two passes where one would do.", "This can be written in one call."],
  },
  {
    file: "c",
    bad: ["\tstrcpy($a, $b);"],
    fixed: ['\tsnprintf($a, sizeof $a, "%s", $b);'],
    half: ["\tstrncpy($a, $b, strlen($b));"],
    unrelated: ["\tstrcpy($a, $b + 1);"],
    quoting: ["`strcpy` has no bound.", "`strcpy($a, $b)` writes past the end when the name is long."],
    prose: ["No bound here, this writes past the end.", "The buffer is too small for long names."],
  },
  {
    file: "sh",
    bad: ["cd $DIR_$a && rm -rf *"],
    fixed: ['rm -rf -- "${DIR_$a:?}"/*'],
    half: ['cd "$DIR_$a" && rm -rf *'],
    unrelated: ["cd $DIR_$a && rm -rfv *"],
    quoting: [
      "`cd $DIR_$a && rm -rf *` is unquoted, and empties the home folder when the variable is empty.",
      "Quote `$DIR_$a`, and don't `rm -rf *` after a `cd`.",
    ],
    prose: [
      "Unquoted, and when the variable is empty this empties whatever folder we are in.",
      "Dangerous when the variable is not set.",
    ],
  },
  {
    file: "yml",
    bad: ["    image: registry.example/$a:latest"],
    fixed: ["    image: registry.example/$a:1.$n.0"],
    half: ["    image: registry.example/$a:stable"],
    unrelated: ["    image: mirror.example/$a:latest"],
    quoting: ["Please pin this instead of `latest`.", "`registry.example/$a:latest` is a moving target."],
    prose: ["Please pin the version.", "A moving target: builds will not be repeatable."],
  },
  {
    file: "ts",
    bad: ["const usr = find($a, $b);"],
    fixed: ["const user = find($a, $b);"],
    half: ["const usr_ = find($a, $b);"],
    unrelated: ["const usr = find($a, $b, true);"],
    quoting: ["Naming: please spell out `usr` as `user`.", "`usr` is a poor name."],
    prose: ["Please don't abbreviate names.", "Naming: spell it out."],
  },
  {
    file: "ts",
    bad: ["const $a = get$b($c);"],
    fixed: ["const $a = await get$b($c);"],
    half: ["const $a = get$b($c).then((one) => one);"],
    unrelated: ["const $a = get$b($c, options);"],
    quoting: ["`get$b` returns a promise, this misses an `await`.", "Missing `await`.", "`get$b($c)` is not awaited."],
    prose: ["Not awaited.", "This is a promise, not the value."],
  },
];

export const fillers: Readonly<Record<string, readonly string[]>> = {
  ts: [
    "const $a = new Map<string, $b>();",
    "if (!$a) return null;",
    "return $a.map(({ $b }) => $b);",
    "}",
    "",
    "export function $a($b: string): number {",
    "  $a.set($b, $n);",
    "// $a before $b",
    "throw new Error(`no ${$a}`);",
    "const { $a, $b } = options;",
  ],
  js: [
    "const $a = require('./$b');",
    "module.exports = { $a, $b };",
    "if ($a) {",
    "}",
    "",
    "  $a.on('$b', () => next());",
    "// the $a comes first",
    "return $a + $b;",
  ],
  py: [
    "import $a",
    "def $a($b):",
    "    return $b + $n",
    "",
    "    for one in $a:",
    "        yield one.$b",
    "# $a",
    "$a = [$n, $n]",
    "    if not $a: return",
  ],
  go: [
    "func $a($b int) error {",
    "\treturn nil",
    "}",
    "",
    "\tif $a == nil {",
    "\t\treturn $b",
    "\t}",
    "\t$a := $b + $n",
    "// $a is $b",
    "\tdefer $a.Close()",
  ],
  rs: [
    "fn $a($b: &str) -> usize {",
    "    $b.len() + $n",
    "}",
    "",
    "    let $a = $b.trim();",
    "    match $a {",
    "    // $a",
    "        _ => $n,",
  ],
  java: [
    "    public int $a(String $b) {",
    "        return $n;",
    "    }",
    "",
    "        this.$a = $b;",
    "        // $a",
    "        List<String> $a = new ArrayList<>();",
    "        if ($a == null) throw new IllegalStateException();",
  ],
  rb: [
    "def $a($b)",
    "  $b + $n",
    "end",
    "",
    "  return if $a.nil?",
    "# $a",
    "$a = { $b: $n }",
    "  $a.each { |one| puts one }",
  ],
  c: [
    "static int $a(char *$b)",
    "{",
    "\treturn $n;",
    "}",
    "",
    "\tif (!$a)",
    "\t\tgoto out;",
    "\t/* $a */",
    "\tint $a = $b + $n;",
  ],
  sh: ["set -eu", "$a=$n", 'if [ -z "${$a:-}" ]; then', "fi", "", 'echo "$a"', "# $a", "for one in *.$b; do"],
  yml: [
    "  $a:",
    "    restart: always",
    "    ports:",
    '      - "$n:$n"',
    "    environment:",
    "      $a: $b",
    "# $a",
    "",
  ],
};

export const commentMark: Readonly<Record<string, string>> = {
  ts: "//",
  js: "//",
  go: "//",
  rs: "//",
  java: "//",
  c: "//",
  py: "#",
  rb: "#",
  sh: "#",
  yml: "#",
};
