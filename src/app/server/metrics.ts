// Counters and gauges in the text format of Prometheus.
type Labels = Readonly<Record<string, string>>;

export interface Gauge {
  name: string;
  help: string;
  values: readonly { labels?: Labels; value: number }[];
}

export interface Metrics {
  add(name: CounterName, labels?: Labels, by?: number): void;
  text(gauges: readonly Gauge[]): string;
}

const counters = {
  deliveries_total: "Webhook deliveries, by outcome.",
  jobs_total: "Jobs that ended, by kind and outcome.",
  job_seconds_sum: "Total duration of jobs in seconds, by kind.",
  job_seconds_count: "Number of jobs in job_seconds_sum, by kind.",
  github_requests_total: "Responses of GitHub, by status.",
} as const;
type CounterName = keyof typeof counters;

const prefix = "crosscheck_";

export function newMetrics(): Metrics {
  const counted = new Map<CounterName, Map<string, number>>();
  return {
    add(name, labels = {}, by = 1) {
      const values = counted.get(name) ?? new Map<string, number>();
      const key = shown(labels);
      values.set(key, (values.get(key) ?? 0) + by);
      counted.set(name, values);
    },
    text(gauges) {
      const sums = (Object.keys(counters) as CounterName[]).map((name) =>
        family(name, counters[name], "counter", [...(counted.get(name) ?? [])]),
      );
      const levels = gauges.map(({ name, help, values }) =>
        family(
          name,
          help,
          "gauge",
          values.map(({ labels = {}, value }) => [shown(labels), value]),
        ),
      );
      return [...sums, ...levels].join("");
    },
  };
}

function family(name: string, help: string, type: string, values: readonly (readonly [string, number])[]): string {
  const head = `# HELP ${prefix}${name} ${help}\n# TYPE ${prefix}${name} ${type}\n`;
  return head + values.map(([labels, value]) => `${prefix}${name}${labels} ${value}\n`).join("");
}

function shown(labels: Labels): string {
  const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
