// Lists commands that weaken security or destroy data; every repetition in a pattern is bounded.

export interface UnsafeAdvice {
  kind: "weakened-security" | "unsafe-command";
  /** The effect of the command, continuing "This command ". */
  does: string;
  pattern: RegExp;
  instead: string;
  /** Normal in development and manuals: reported only in a runbook or under a heading about production. */
  onlyInRunbooks?: true;
  /** Scripts may have to do this, and readers do not copy it. */
  docsOnly?: true;
}

/** The rest of the line, up to the length of a realistic command. */
const restOfLine = "[^\\n]{0,300}?";
const commandStart = (source: string): RegExp => new RegExp(`^${source}`, "i");

export const unsafeAdvice: readonly UnsafeAdvice[] = [
  {
    kind: "weakened-security",
    does: "turns certificate checks off",
    pattern: commandStart(
      `(?:curl\\b${restOfLine}\\s(?:-[a-zA-Z]{0,8}k[a-zA-Z]{0,8}|--insecure)(?=\\s|$)|wget\\b${restOfLine}\\s--no-check-certificate\\b` +
        `|aws\\b${restOfLine}\\s--no-verify-ssl\\b|kubectl\\b${restOfLine}\\s--insecure-skip-tls-verify(?!=false)\\b` +
        `|(?:export |set |\\$env:)?(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)\\s?=\\s?["']?0` +
        `|(?:export |set )?GIT_SSL_NO_VERIFY=["']?(?:1|true)|git config\\b${restOfLine}\\shttp\\.sslVerify["']? (?:false|0)` +
        `|(?:npm|yarn|pnpm) config set strict-ssl[ =]false|[\\w.= ]{0,60}\\brequests\\.\\w{3,7}\\(${restOfLine}\\bverify=False)`,
    ),
    instead: "install the correct certificate authority",
  },
  {
    kind: "weakened-security",
    does: "accepts any host key",
    pattern: commandStart(`(?:(?:ssh|scp|rsync|sftp)\\b${restOfLine}|)["']?StrictHostKeyChecking[ =]{1,3}no\\b`),
    instead: "add the host's key to known_hosts",
  },
  {
    kind: "weakened-security",
    does: "lets every user of the machine write there",
    pattern: commandStart(
      `chmod (?:-[A-Za-z]{1,4} ){0,2}(?:0?777|a\\+rwx|ugo\\+rwx)\\s{1,4}(?!(?:/var)?/tmp\\b|\\.?/?tmp/)["']?[\\w./~$<{]`,
    ),
    instead: "grant access to the one user or group that needs it",
  },
  {
    kind: "weakened-security",
    does: "grants all privileges to every database user",
    pattern: commandStart(
      `GRANT\\s{1,4}ALL\\b${restOfLine}\\sTO\\s{1,4}(?:PUBLIC\\b|['"\`]?\\w{0,60}['"\`]?@['"\`]%['"\`])|GRANT\\s{1,4}\\w{1,30}\\sON\\s\\*\\.\\*\\sTO${restOfLine}@['"\`]%`,
    ),
    instead: "grant only the privileges that one role needs",
  },
  {
    kind: "weakened-security",
    does: "makes a role a superuser",
    pattern: commandStart(
      `ALTER\\s{1,4}(?:ROLE|USER)\\s{1,4}["'\\w$<>{}-]{1,80}(?:\\s{1,4}WITH)?\\b[\\w ]{0,80}(?<!NO)SUPERUSER\\b`,
    ),
    instead: "grant only the privileges that the role needs",
  },
  {
    kind: "weakened-security",
    does: "lets anyone on the network in without a password",
    pattern: commandStart(
      `host(?:no)?(?:ssl)?\\s{1,20}\\S{1,60}\\s{1,20}\\S{1,60}\\s{1,20}(?!127\\.|::1|localhost|samehost)\\S{1,60}(?:\\s{1,20}[\\d.]{7,15})?\\s{1,20}trust\\b`,
    ),
    instead: "use scram-sha-256",
  },
  {
    kind: "weakened-security",
    does: "turns off the machine's protection",
    pattern: commandStart(
      `(?:setenforce 0|sed\\b${restOfLine}SELINUX=disabled|SELINUX=disabled|ufw disable|systemctl (?:stop|disable)(?: --now)? (?:firewalld|ufw|iptables)\\b` +
        `|iptables -F\\s{0,3}$|netsh advfirewall set allprofiles state off|Set-MpPreference\\b${restOfLine}-DisableRealtimeMonitoring \\$?true)`,
    ),
    instead: "open the one port or add the one rule that is needed",
  },
  {
    kind: "unsafe-command",
    does: "deletes a whole disk or home directory",
    pattern: commandStart(
      `rm (?:-{1,2}[a-zA-Z-]{1,20} ){1,4}(?:--no-preserve-root ?)?["']?(?:/\\*?|~/?\\*?|\\$\\{?HOME\\}?/?\\*?|/(?:etc|usr|bin|lib|boot|home|root)/?\\*?)["']?\\s{0,4}(?:$|[;&|#])`,
    ),
    instead: "name the intended folder",
  },
  {
    kind: "unsafe-command",
    does: "runs unverified code from the network as root",
    pattern: commandStart(
      `(?:curl|wget)\\b${restOfLine}\\shttp://(?!localhost|127\\.|\\[::1|0\\.0\\.0\\.0|10\\.|192\\.168\\.|host\\.docker)[^\\s|]{1,300}[^|]{0,100}\\|\\s{0,3}sudo(?: -\\w{1,4})? (?:ba|z|da)?sh\\b`,
    ),
    instead: "download it over https and verify it before it runs",
  },
  {
    kind: "unsafe-command",
    does: "overwrites the shared history",
    pattern: commandStart(
      `git push (?=[^;&|#\\n]{0,100}(?:-f|--force)(?:\\s|$))(?=[^;&|#\\n]{0,100} (?:HEAD:)?(?:main|master|trunk)(?:\\s|$))`,
    ),
    instead: "revert by a new commit, or use --force-with-lease on your own branch",
    docsOnly: true,
  },
  {
    kind: "unsafe-command",
    does: "deletes data permanently",
    pattern: commandStart(
      `(?:(?:psql|mysql)\\b${restOfLine}["'])?(?:DROP\\s{1,4}(?:DATABASE|SCHEMA|TABLE)\\s{1,4}(?!IF NOT)|TRUNCATE\\s{1,4}TABLE\\s)[\\w."'\`$<{ ]`,
    ),
    instead: "state which backup is required and how to verify the name first",
    onlyInRunbooks: true,
  },
  {
    kind: "unsafe-command",
    does: "changes every row of a table",
    pattern: commandStart(
      `(?:(?:psql|mysql)\\b${restOfLine}["'])?(?:DELETE\\s{1,4}FROM\\s{1,4}[\\w."\`]{1,80}\\s{0,4};|UPDATE\\s{1,4}[\\w."\`]{1,80}\\s{1,4}SET\\s(?![^;]{0,300}\\bWHERE\\b)[^;]{1,300};)`,
    ),
    instead: "add a WHERE clause, and a SELECT to verify first",
    onlyInRunbooks: true,
  },
  {
    kind: "unsafe-command",
    does: "deletes everything in a namespace, a bucket or an environment",
    pattern: commandStart(
      `(?:kubectl\\b${restOfLine}\\bdelete (?:ns|namespaces?)\\s|kubectl\\b${restOfLine}\\bdelete ${restOfLine}\\s--all(?=\\s|$)|redis-cli\\b${restOfLine}\\bFLUSH(?:ALL|DB)\\b` +
        `|terraform destroy\\b${restOfLine}-auto-approve|aws s3 (?:rb${restOfLine}--force|rm${restOfLine}--recursive)\\b|docker volume rm\\b|docker system prune\\b${restOfLine}--volumes)`,
    ),
    instead: "state what to check first and how to restore it",
    onlyInRunbooks: true,
  },
];
