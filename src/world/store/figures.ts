// Aggregates metrics per time span in the database, from indexed columns.
import { sql, type RawBuilder } from "kysely";
import type { FigureScope, Figures } from "./kept/figures.ts";
import type { Database } from "./tables.ts";

export function figuresIn(db: Database): Figures {
  return {
    async reviews(scope) {
      if (isNobodys(scope)) return [];
      const [counts, times] = await Promise.all([countsOf(db, scope), timesOf(db, scope)]);
      const timed = new Map(times.map(({ span, ...took }) => [span, took]));
      return counts.map((row) => ({ ...row, p50Ms: null, p90Ms: null, ...timed.get(row.span) }));
    },

    async units(scope) {
      if (isNobodys(scope)) return [];
      const span = spanOf("drafts.saved_at", scope);
      const { rows } = await sql<{ span: number; unit: string; posted: number; advisory: number }>`
        select ${span} as span, unit,
          cast(sum(draft_units.posted) as bigint) as posted, cast(sum(draft_units.advisory) as bigint) as advisory
        from drafts inner join draft_units on draft_units.draft = drafts.id
        where ${draftIsOf(scope)} and drafts.state <> 'cancelled'
        group by ${span}, unit`.execute(db);
      return rows.toSorted(bySpanAnd("unit"));
    },

    async judged(scope) {
      if (isNobodys(scope)) return [];
      const { rows } = await sql<{ span: number; unit: string; useful: number; dismissed: number }>`
        select ${spanOf("last", scope)} as span, unit,
          ${howMany(sql`verdict > 0`)} as useful, ${howMany(sql`verdict < 0`)} as dismissed
        from (${verdicts(scope)}) as said
        where verdict <> 0
        group by ${spanOf("last", scope)}, unit`.execute(db);
      return rows.toSorted(bySpanAnd("unit"));
    },

    async costs({ repositories, ...scope }) {
      if (repositories.length === 0) return [];
      const span = spanOf("at", scope);
      const { rows } = await sql<{ span: number; model: string; calls: number; money: number; unpriced: number }>`
        select ${span} as span, model, count(*) as calls,
          coalesce(sum(money), 0.0) as money, ${howMany(sql`money is null`)} as unpriced
        from model_calls
        where repository in (${sql.join(repositories)}) and at >= ${sql.lit(scope.since)}
        group by ${span}, model`.execute(db);
      return rows.toSorted(bySpanAnd("model"));
    },

    async paying() {
      const rows = await db.selectFrom("modelCalls").select("repository").distinct().execute();
      return rows.map(({ repository }) => repository).toSorted();
    },

    async undelivered() {
      const row = await db
        .selectFrom("deliveries")
        .select([sql<number>`count(*)`.as("count"), sql<number | null>`min(received_at)`.as("oldestAt")])
        .where("outcome", "is", null)
        .executeTakeFirstOrThrow();
      return row;
    },
  };
}

function isNobodys({ repositories, seen }: FigureScope): boolean {
  return repositories.length + seen.length === 0;
}

/** Inlined as numbers: SQLite would treat bound parameters as floats and divide without rounding. */
function spanOf(column: string, { since, spanMs }: Pick<FigureScope, "since" | "spanMs">): RawBuilder<number> {
  return sql<number>`((${sql.ref(column)} - ${sql.lit(since)}) / ${sql.lit(spanMs)})`;
}

function howMany(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(sum(case when ${condition} then 1 else 0 end) as bigint)`;
}

/** For repositories with read access only, posted reviews. */
function draftIsOf({ repositories, seen, since }: FigureScope): RawBuilder<boolean> {
  const theirs = repositories.length === 0 ? sql`1 = 0` : sql`drafts.repository in (${sql.join(repositories)})`;
  return sql<boolean>`drafts.repository in (${sql.join([...repositories, ...seen])})
    and drafts.saved_at >= ${sql.lit(since)} and (drafts.state = 'posted' or ${theirs})`;
}

async function countsOf(db: Database, scope: FigureScope) {
  const span = spanOf("drafts.saved_at", scope);
  const sumOf = (column: string) =>
    sql<number>`cast(sum(case when state = 'cancelled' then 0 else coalesce(${sql.ref(column)}, 0) end) as bigint)`;
  const { rows } = await sql<Record<"span" | "reviews" | "posted" | "findings" | "advisory", number>>`
    select ${span} as span, count(*) as reviews, ${howMany(sql`state = 'posted'`)} as posted,
      ${sumOf("drafts.posted")} as findings, ${sumOf("drafts.advisory")} as advisory
    from drafts where ${draftIsOf(scope)}
    group by ${span} order by 1`.execute(db);
  return rows;
}

/** Nearest-rank percentiles, which both databases support. */
async function timesOf(db: Database, scope: FigureScope) {
  const span = spanOf("drafts.saved_at", scope);
  const at = (percent: number) =>
    sql<number>`max(case when nth = (n * ${sql.lit(percent)} + 99) / 100 then took_ms end)`;
  const { rows } = await sql<{ span: number; p50Ms: number; p90Ms: number }>`
    select span, ${at(50)} as "p50_ms", ${at(90)} as "p90_ms"
    from (
      select ${span} as span, took_ms,
        row_number() over (partition by ${span} order by took_ms) as nth,
        count(*) over (partition by ${span}) as n
      from drafts where ${draftIsOf(scope)} and took_ms is not null
    ) as timed
    group by span`.execute(db);
  return rows;
}

/**
 * The same rule as `verdictOf` in `threads/learn/feedback-signals.ts`, at the time of the last statement; a test compares the
 * two.
 */
function verdicts({ repositories, seen, since }: FigureScope): RawBuilder<unknown> {
  const times = (signal: string) => sql`sum(case when signal = ${sql.lit(signal)} then 1 else 0 end)`;
  return sql`
    select feedback.unit as unit, max(feedback.at) as last,
      case
        when ${times("fixed")} > 0 then 1
        when ${times("dismissed")} > 0 then -1
        when ${times("thumbs-up")} > ${times("thumbs-down")} then 1
        when ${times("thumbs-up")} < ${times("thumbs-down")} then -1
        when ${times("resolved-unchanged")} > 0 then -1
        else 0
      end as verdict
    from feedback left join feedback_resets as resets
      on resets.repository = feedback.repository and resets.unit = feedback.unit
    where feedback.repository in (${sql.join([...repositories, ...seen])})
      and (resets.at is null or feedback.at > resets.at)
    group by feedback.place, feedback.identity, feedback.unit
    having max(feedback.at) >= ${sql.lit(since)}`;
}

/** The same order on both databases. */
function bySpanAnd<Name extends string>(name: Name) {
  return <Row extends { span: number } & Record<Name, string>>(one: Row, other: Row): number =>
    one.span - other.span || (one[name] < other[name] ? -1 : 1);
}
