// Of the first set, the web and its scripts, which the rules were written by: what they reach on it says how well they were fitted.
import type { Review } from "../review.ts";

export const firstWeb: readonly Review[] = [
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
