// Groups equivalent code by the kind of fault: replacing one member of a group by another fixes nothing. Other code is
// judged by its form only.
import { containsTokens, codeTokens } from "./code-tokens.ts";

const kinds: readonly (readonly string[])[] = [
  // Ends the process.
  "unwrap|expect|unwrap_unchecked|panic|unreachable|todo|unimplemented|abort|exit|Exit|Fatal|Fatalf|die",
  // Unpinned versions.
  "latest|stable|main|master|edge|nightly|canary|@latest|@stable|@main|@master|lts|HEAD",
  // Debug output.
  "console.log|console.debug|console.info|console.warn|console.error|console.dir|console.trace|print|println|pprint|printf|dbg|puts|var_dump|var_export|print_r|echo|fmt.Println|fmt.Printf|fmt.Print|eprintln|printStackTrace|System.out|System.err|debugger|alert",
  // Swallowed errors.
  "rescue|catch {}|catch () {}|catch (_) {}|catch (e) {}|catch (err) {}|catch (error) {}|: pass|suppress|.catch(() =>|_ =|, _ =|, _ :=",
  "Exception|BaseException|Throwable|StandardError",
  // Unbounded.
  "strcpy|strcat|sprintf|vsprintf|gets|stpcpy|strncpy|strncat|scanf|sscanf|wcscpy|lstrcpy|alloca",
  "malloc|calloc|realloc|reallocarray|strdup|kmalloc|xmalloc",
  // Easily forged or guessed.
  "md5|sha1|md4|crc32|MD5|SHA1|SHA-1|adler32|Md5|Sha1|DES|RC4|ECB|hash_md5",
  "Math.random|rand|srand|random.random|randint|randrange|mt_rand|rand_r|uniqid|lcg_value",
  // Text that is executed or deserialized.
  "eval|exec|Function|instance_eval|class_eval|module_eval|execScript|create_function",
  "system|popen|shell_exec|passthru|proc_open|shell=True|execSync|Runtime.getRuntime|sh -c|bash -c",
  "pickle|cPickle|marshal|shelve|dill|jsonpickle|unserialize|yaml.load|unsafe_load|full_load|readObject|Marshal",
  "innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document.write|document.writeln|html_safe|v-html",
  // Untyped.
  "any|unknown as|as any|interface{}|@ts-ignore|@ts-expect-error|@ts-nocheck|eslint-disable|noqa|nolint|NOSONAR|SuppressWarnings",
  // Waiting a fixed time instead of for a condition.
  "sleep|usleep|nanosleep|Sleep|setTimeout|setInterval|delay|wait_for_timeout|waitForTimeout",
  // Blocks everything else.
  "readFileSync|writeFileSync|appendFileSync|readdirSync|statSync|existsSync|execSync|execFileSync|spawnSync",
  // Shared by all calls.
  "={}|=[]|=dict()|=list()|=set()|=defaultdict(",
  "verify=False|verify=0|verify=None|CERT_NONE|InsecureSkipVerify|rejectUnauthorized|check_hostname|VERIFY_NONE|CURLOPT_SSL_VERIFYPEER|--insecure|--no-verify|curl -k",
  "0777|777|0o777|0666|666|0o666|a+rwx|ugo+rwx|o+w|a+w",
  "transmute|from_raw_parts|as_ptr|get_unchecked|from_utf8_unchecked|unsafe",
].map((row) => row.split("|"));

const rows = kinds.map((kind) => kind.map(codeTokens));

/** Whether the code is of a known kind, and if so, whether another of that kind was added. */
export function addedSameKind(
  quoted: readonly string[],
  before: readonly string[],
  now: readonly string[],
): "came" | "gone" | "unknown" {
  const known = rows.filter((kind) => kind.some((row) => containsTokens(quoted, row)));
  if (known.length === 0) return "unknown";
  const came = known.some((kind) => kind.some((row) => containsTokens(now, row) && !containsTokens(before, row)));
  const stays = known.some((kind) => kind.some((row) => containsTokens(quoted, row) && containsTokens(now, row)));
  return came || stays ? "came" : "gone";
}
