// What hostile code of a change tries, in the languages that tests are written in. Each kind is tried and noted in a report,
// so that one that never ran is not taken for one that failed; whatever it gets hold of it shows, in a report and in words.

/** Judged by what the machine looks like afterwards (`machine.ts`), never by what the code says of itself. */
export const quietKinds = [
  "home",
  "ssh-key",
  "environment",
  "processes",
  "signal",
  "memory-of-another",
  "tcp",
  "unix-socket",
  "abstract-socket",
  "write-outside",
  "write-system",
  "write-packages",
  "write-through-link",
  "clone",
  "left-behind",
] as const;
export type QuietKind = (typeof quietKinds)[number];

/** Of this machine, as hostile code could guess it. In the tree, as `target.json`. */
export interface Target {
  home: string;
  outside: string;
  clone: string;
  victim: number;
  port: number;
  socket: string;
  abstract: string;
  packages: string;
  mark: string;
}

/** A module with one function; the other files of a project call it, whoever loads them. */
export const javascript = `
const fs = require("node:fs"), net = require("node:net"), { spawn, spawnSync } = require("node:child_process");
const t = JSON.parse(fs.readFileSync(require("node:path").join(__dirname, "target.json"), "utf8"));
const reports = process.env.REPORTS ?? "/tmp/reports";
const got = (kind, what) => { const text = "GOT " + kind + " " + what + "\\n"; fs.appendFileSync(reports + "/got.txt", text); console.log(text); };
const quietly = (work) => { try { return work(); } catch { return undefined; } };
const read = (kind, file) => quietly(() => got(kind, fs.readFileSync(file, "utf8")));
const list = (kind, folder) => quietly(() => got(kind, fs.readdirSync(folder).join(" ")));
const connect = (kind, to) => new Promise((done) => { const socket = net.connect(to); setTimeout(done, 500).unref(); socket.on("data", (data) => { got(kind, data); done(); }).on("error", done).on("close", done); socket.write(kind); });
const tries = {
  "home": () => { list("home", t.home); read("home", t.home + "/notes.txt"); list("home", "/root"); list("home", "/home"); },
  "ssh-key": () => { for (const h of [t.home, process.env.HOME, "/root"]) read("ssh-key", h + "/.ssh/id_ed25519"); },
  "environment": () => { got("environment", JSON.stringify(process.env)); for (const p of ["self", process.ppid, 1, 2]) read("environment", "/proc/" + p + "/environ"); },
  "processes": () => { for (const p of fs.readdirSync("/proc")) if (/^\\d+$/.test(p)) { read("processes", "/proc/" + p + "/environ"); read("processes", "/proc/" + p + "/cmdline"); } },
  "signal": () => quietly(() => process.kill(t.victim, "SIGKILL")),
  "memory-of-another": () => { read("memory-of-another", "/proc/" + t.victim + "/maps"); quietly(() => fs.openSync("/proc/" + t.victim + "/mem", "r+")); },
  "tcp": () => Promise.all([connect("tcp", { host: "127.0.0.1", port: t.port }), connect("tcp", { host: "::1", port: t.port })]),
  "unix-socket": () => connect("unix-socket", { path: t.socket }),
  "abstract-socket": () => connect("abstract-socket", { path: "\\0" + t.abstract }),
  "write-outside": () => { for (const f of [t.outside, t.clone, t.home]) quietly(() => fs.writeFileSync(f + "/planted-" + t.mark, "x")); },
  "write-system": () => { for (const f of ["/usr", "/usr/bin", "/etc", "/bin", "/lib", "/var/tmp", "/opt", "/"]) quietly(() => fs.writeFileSync(f + "/planted-" + t.mark, "x")); spawnSync("unshare", ["-Urm", "sh", "-c", "mount -o remount,rw /usr; touch /usr/planted-" + t.mark]); },
  "write-packages": () => { for (const f of [t.packages, "/deps/node_modules", "/tree", "/crosscheck", "/tools"]) quietly(() => fs.writeFileSync(f + "/planted-" + t.mark, "x")); quietly(() => fs.chmodSync("/deps/node_modules", 0o777)); },
  "write-through-link": () => quietly(() => fs.writeFileSync(__dirname + "/way-out/planted-link-" + t.mark, "x")),
  "clone": () => { read("clone", t.clone + "/.git/config"); read("clone", t.clone + "/.env"); read("clone", "/tree/.git/config"); },
  "left-behind": () => {
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", t.mark], { detached: true, stdio: "ignore" }).unref();
    spawnSync("sh", ["-c", 'nohup setsid sh -c "sleep 1000; : $0" "$0" >/dev/null 2>&1 &', t.mark]);
    spawnSync("sh", ["-c", '(trap "" HUP TERM; sh -c "sleep 1000; : $0" "$0" </dev/null >/dev/null 2>&1 &) &', t.mark]);
  },
};
module.exports = async function attack() {
  for (const [kind, attempt] of Object.entries(tries)) {
    fs.appendFileSync(reports + "/tried.txt", kind + "\\n");
    try { await attempt(); } catch {}
  }
};
`;

/**
 * For a run without a sandbox, which shows that what is looked for would be seen: of what there is to steal and to break,
 * only what was put there for it.
 */
export const mildJavascript = javascript
  .replace(' list("home", "/root"); list("home", "/home");', "")
  .replace('[t.home, process.env.HOME, "/root"]', "[t.home]")
  .replace(/"environment": .*\n/, "")
  .replace(/"processes": .*\n/, '"processes": () => read("processes", "/proc/" + t.victim + "/environ"),\n')
  .replace(/"memory-of-another": .*\n/, "")
  .replace(/"write-system": .*\n/, "")
  .replace(/"write-packages": .*\n/, "");

export const python = `
import ctypes, glob, json, os, signal, socket, subprocess
t = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "target.json")))

def got(kind, what):
    text = "GOT %s %s\\n" % (kind, what)
    open("/tmp/reports/got.txt", "a").write(text)
    print(text)

def read(kind, path):
    try: got(kind, open(path, errors="replace").read())
    except Exception: pass

def write(path):
    try: open(path + "/planted-" + t["mark"], "w").write("x")
    except Exception: pass

def connect(kind, family, to):
    try:
        s = socket.socket(family); s.settimeout(0.5); s.connect(to); s.send(kind.encode()); got(kind, s.recv(100))
    except Exception: pass

def run(kind):
    if kind == "home": got(kind, glob.glob(t["home"] + "/*") + glob.glob("/root/*") + glob.glob("/home/*")); read(kind, t["home"] + "/notes.txt")
    if kind == "ssh-key": read(kind, t["home"] + "/.ssh/id_ed25519"); read(kind, os.path.expanduser("~/.ssh/id_ed25519"))
    if kind == "environment": got(kind, dict(os.environ)); read(kind, "/proc/%d/environ" % os.getppid()); read(kind, "/proc/1/environ")
    if kind == "processes":
        for p in glob.glob("/proc/[0-9]*"): read(kind, p + "/environ"); read(kind, p + "/cmdline")
    if kind == "signal": os.kill(t["victim"], signal.SIGKILL)
    if kind == "memory-of-another":
        ctypes.CDLL(None).ptrace(16, t["victim"], 0, 0)
        read(kind, "/proc/%d/maps" % t["victim"])
    if kind == "tcp": connect(kind, socket.AF_INET, ("127.0.0.1", t["port"]))
    if kind == "unix-socket": connect(kind, socket.AF_UNIX, t["socket"])
    if kind == "abstract-socket": connect(kind, socket.AF_UNIX, "\\0" + t["abstract"])
    if kind == "write-outside":
        for f in (t["outside"], t["clone"], t["home"]): write(f)
    if kind == "write-system":
        for f in ("/usr", "/usr/bin", "/etc", "/bin", "/lib", "/var/tmp", "/opt", "/"): write(f)
    if kind == "write-packages":
        for f in (t["packages"], "/deps/node_modules", "/tree", "/crosscheck", "/tools", "/usr/lib/python3/dist-packages"): write(f)
    if kind == "write-through-link": open("way-out/planted-link-" + t["mark"], "w").write("x")
    if kind == "clone": read(kind, t["clone"] + "/.git/config"); read(kind, t["clone"] + "/.env")
    if kind == "left-behind":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: os.execvp("sh", ["sh", "-c", "sleep 1000; : $0", t["mark"]])
            os._exit(0)
        subprocess.Popen(["sh", "-c", "sleep 1000; : $0", t["mark"]], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def attack():
    for kind in KINDS:
        open("/tmp/reports/tried.txt", "a").write(kind + "\\n")
        try: run(kind)
        except Exception: pass
`.replace("KINDS", JSON.stringify(quietKinds));

/** Go's test, with the same attempts. */
export const go = `package escape

import ("encoding/json"; "fmt"; "net"; "os"; "os/exec"; "path/filepath"; "syscall"; "testing"; "time")

type target struct { Home, Outside, Clone, Socket, Abstract, Packages, Mark string; Victim, Port int }

func note(file, text string) { f, _ := os.OpenFile("/tmp/reports/"+file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0644); f.WriteString(text + "\\n"); f.Close() }
func got(kind, what string) { note("got.txt", "GOT "+kind+" "+what); fmt.Println("GOT", kind, what) }
func read(kind string, files ...string) { for _, f := range files { if b, err := os.ReadFile(f); err == nil { got(kind, string(b)) } } }
func write(name string, folders ...string) { for _, f := range folders { os.WriteFile(f+"/"+name, []byte("x"), 0644) } }
func dial(kind, network, to string) { if c, err := net.DialTimeout(network, to, time.Second/2); err == nil { c.Write([]byte(kind)); b := make([]byte, 100); n, _ := c.Read(b); got(kind, string(b[:n])) } }

func TestEscape(t *testing.T) {
	var g target
	b, _ := os.ReadFile("target.json")
	json.Unmarshal(b, &g)
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	tries := map[string]func(){
		"home": func() { read("home", g.Home+"/notes.txt"); h, _ := filepath.Glob(g.Home+"/*"); r, _ := filepath.Glob("/root/*"); got("home", fmt.Sprint(h, r)) },
		"ssh-key": func() { read("ssh-key", g.Home+"/.ssh/id_ed25519", os.Getenv("HOME")+"/.ssh/id_ed25519") },
		"environment": func() { got("environment", fmt.Sprint(os.Environ())); read("environment", "/proc/1/environ", fmt.Sprintf("/proc/%d/environ", os.Getppid())) },
		"processes": func() { read("processes", all...); read("processes", lines...) },
		"signal": func() { syscall.Kill(g.Victim, syscall.SIGKILL) },
		"memory-of-another": func() { syscall.PtraceAttach(g.Victim); read("memory-of-another", fmt.Sprintf("/proc/%d/maps", g.Victim)) },
		"tcp": func() { dial("tcp", "tcp", fmt.Sprintf("127.0.0.1:%d", g.Port)) },
		"unix-socket": func() { dial("unix-socket", "unix", g.Socket) },
		"abstract-socket": func() { dial("abstract-socket", "unix", "@"+g.Abstract) },
		"write-outside": func() { write("planted-"+g.Mark, g.Outside, g.Clone, g.Home) },
		"write-system": func() { write("planted-"+g.Mark, "/usr", "/usr/bin", "/etc", "/bin", "/lib", "/var/tmp", "/opt", "/") },
		"write-packages": func() { write("planted-"+g.Mark, g.Packages, "/deps/node_modules", "/tree", "/crosscheck", "/tools", "/usr/lib/go-1.19") },
		"write-through-link": func() { write("planted-link-"+g.Mark, "way-out") },
		"clone": func() { read("clone", g.Clone+"/.git/config", g.Clone+"/.env") },
		"left-behind": func() { c := exec.Command("sh", "-c", "sleep 1000; : $0", g.Mark); c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}; c.Start() },
	}
	for kind, attempt := range tries { note("tried.txt", kind); attempt() }
}
`;

/** Rust, for a test and for a build script. */
export const rust = `
use std::{env, fs, io::{Read, Write}, net::TcpStream, os::unix::net::UnixStream, process::{Command, Stdio}};
fn field(name: &str) -> String {
    let text = fs::read_to_string("target.json").unwrap();
    let start = text.find(&format!("\\"{}\\":", name)).unwrap() + name.len() + 3;
    text[start..].trim_start_matches('"').split(|c| c == '"' || c == ',' || c == '}').next().unwrap().to_string()
}
fn note(file: &str, text: &str) { if let Ok(mut f) = fs::OpenOptions::new().append(true).create(true).open(format!("/tmp/reports/{}", file)) { let _ = writeln!(f, "{}", text); } }
fn got(kind: &str, what: &str) { note("got.txt", &format!("GOT {} {}", kind, what)); println!("GOT {} {}", kind, what); }
fn read(kind: &str, file: String) { if let Ok(bytes) = fs::read(file) { got(kind, &String::from_utf8_lossy(&bytes)); } }
fn write(folders: &[String], name: &str) { for f in folders { let _ = fs::write(format!("{}/{}", f, name), "x"); } }
fn talk<S: Read + Write>(kind: &str, stream: std::io::Result<S>) { if let Ok(mut s) = stream { let _ = s.write(kind.as_bytes()); let mut b = [0; 100]; let n = s.read(&mut b).unwrap_or(0); got(kind, &String::from_utf8_lossy(&b[..n])); } }
fn own(text: &str) -> String { text.to_string() }
pub fn attack() {
    let (home, outside, clone, mark, victim) = (field("home"), field("outside"), field("clone"), field("mark"), field("victim"));
    let planted = format!("planted-{}", mark);
    for kind in KINDS {
        note("tried.txt", kind);
        match kind {
            "home" => { read(kind, format!("{}/notes.txt", home)); if let Ok(all) = fs::read_dir("/root") { got(kind, &format!("{}", all.count())); } }
            "ssh-key" => { read(kind, format!("{}/.ssh/id_ed25519", home)); read(kind, format!("{}/.ssh/id_ed25519", env::var("HOME").unwrap_or_default())); }
            "environment" => { for (n, v) in env::vars() { got(kind, &format!("{}={}", n, v)); } read(kind, own("/proc/1/environ")); }
            "processes" => { for p in fs::read_dir("/proc").unwrap() { let p = p.unwrap().path(); read(kind, format!("{}/environ", p.display())); read(kind, format!("{}/cmdline", p.display())); } }
            "signal" => { let _ = Command::new("kill").args(["-9", &victim]).status(); }
            "memory-of-another" => { read(kind, format!("/proc/{}/maps", victim)); let _ = fs::OpenOptions::new().write(true).open(format!("/proc/{}/mem", victim)); }
            "tcp" => talk(kind, TcpStream::connect(format!("127.0.0.1:{}", field("port")))),
            "unix-socket" => talk(kind, UnixStream::connect(field("socket"))),
            "abstract-socket" => { use std::os::linux::net::SocketAddrExt; let a = std::os::unix::net::SocketAddr::from_abstract_name(field("abstract").as_bytes()).unwrap(); talk(kind, UnixStream::connect_addr(&a)); }
            "write-outside" => write(&[outside.clone(), clone.clone(), home.clone()], &planted),
            "write-system" => write(&["/usr", "/usr/bin", "/etc", "/bin", "/lib", "/var/tmp", "/opt", "/"].map(own), &planted),
            "write-packages" => write(&[field("packages"), own("/tree"), own("/crosscheck"), own("/tools")], &planted),
            "write-through-link" => write(&[own("way-out")], &format!("planted-link-{}", mark)),
            "clone" => { read(kind, format!("{}/.git/config", clone)); read(kind, format!("{}/.env", clone)); }
            "left-behind" => { let _ = Command::new("setsid").args(["sh", "-c", "sleep 1000; : $0", &mark]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn(); }
            _ => {}
        }
    }
}
`.replace("KINDS", JSON.stringify(quietKinds));

/** Java, for a test that Maven runs. */
export const java = `
import java.io.*; import java.net.*; import java.nio.*; import java.nio.channels.*; import java.nio.file.*; import java.util.*;
class EscapeTest {
  static String text;
  static String field(String name) { String rest = text.substring(text.indexOf("\\"" + name + "\\":") + name.length() + 3); return rest.startsWith("\\"") ? rest.substring(1, rest.indexOf("\\"", 1)) : rest.split("[,}]")[0]; }
  static void note(String file, String what) throws IOException { Files.writeString(Path.of("/tmp/reports/" + file), what + "\\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND); }
  static void got(String kind, String what) throws IOException { note("got.txt", "GOT " + kind + " " + what); System.out.println("GOT " + kind + " " + what); }
  static void read(String kind, String... files) { for (String f : files) try { got(kind, new String(Files.readAllBytes(Path.of(f)))); } catch (Exception e) {} }
  static void write(String name, String... folders) { for (String f : folders) try { Files.writeString(Path.of(f, name), "x"); } catch (Exception e) {} }
  static void run(String... words) throws Exception { new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor(); }
  static void attempt(String kind) throws Exception {
    String home = field("home"), outside = field("outside"), clone = field("clone"), mark = field("mark"), victim = field("victim");
    switch (kind) {
      case "home": read(kind, home + "/notes.txt"); got(kind, Arrays.toString(new File("/root").list()) + Arrays.toString(new File(home).list())); break;
      case "ssh-key": read(kind, home + "/.ssh/id_ed25519", System.getProperty("user.home") + "/.ssh/id_ed25519"); break;
      case "environment": got(kind, System.getenv().toString()); read(kind, "/proc/1/environ"); break;
      case "processes": for (File p : new File("/proc").listFiles()) read(kind, p + "/environ", p + "/cmdline"); break;
      case "signal": ProcessHandle.of(Long.parseLong(victim)).ifPresent(ProcessHandle::destroyForcibly); run("kill", "-9", victim); break;
      case "memory-of-another": read(kind, "/proc/" + victim + "/maps"); new RandomAccessFile("/proc/" + victim + "/mem", "rw").close(); break;
      case "tcp": try (Socket s = new Socket("127.0.0.1", Integer.parseInt(field("port")))) { got(kind, "" + s.getInputStream().read()); } break;
      case "unix-socket": try (SocketChannel s = SocketChannel.open(UnixDomainSocketAddress.of(field("socket")))) { got(kind, "connected"); } break;
      case "abstract-socket": run("python3", "-c", "import socket; socket.socket(socket.AF_UNIX).connect('\\\\0" + field("abstract") + "')"); break;
      case "write-outside": write("planted-" + mark, outside, clone, home); break;
      case "write-system": write("planted-" + mark, "/usr", "/usr/bin", "/etc", "/bin", "/lib", "/var/tmp", "/opt", "/"); break;
      case "write-packages": write("planted-" + mark, field("packages"), "/deps/maven/repository", "/tree", "/crosscheck", "/tools"); break;
      case "write-through-link": write("planted-link-" + mark, "way-out"); break;
      case "clone": read(kind, clone + "/.git/config", clone + "/.env"); break;
      case "left-behind": new ProcessBuilder("setsid", "sh", "-c", "sleep 1000; : $0", mark).start(); break;
    }
  }
  @org.junit.jupiter.api.Test void escape() throws Exception {
    text = Files.readString(Path.of("target.json"));
    for (String kind : KINDS) { note("tried.txt", kind); try { attempt(kind); } catch (Exception e) {} }
  }
}
`.replace("KINDS", `new String[] {${JSON.stringify(quietKinds).slice(1, -1)}}`);
