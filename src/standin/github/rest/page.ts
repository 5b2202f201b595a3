// Pages a list with a Link header.
import type { RestCall } from "./route.ts";

const defaultPage = 30;
const maxRestPage = 100;

export function paged<T>(call: RestCall, all: readonly T[]): { items: readonly T[]; headers: Record<string, string> } {
  const { query } = call.asked;
  const size = Math.min(maxRestPage, positive(query.get("per_page"), defaultPage));
  const page = positive(query.get("page"), 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const items = all.slice((page - 1) * size, page * size);
  return { items, headers: links(call, page, last) };
}

function positive(text: string | null, otherwise: number): number {
  const number = Number(text ?? otherwise);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
}

function links(call: RestCall, page: number, last: number): Record<string, string> {
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams(call.asked.query);
    query.set("page", String(number));
    return `<${call.hub.url}${call.asked.path}?${query.toString()}>; rel="${rel}"`;
  };
  const shown = [
    ...(page > 1 ? [to(1, "first"), to(page - 1, "prev")] : []),
    ...(page < last ? [to(page + 1, "next"), to(last, "last")] : []),
  ];
  return shown.length === 0 ? {} : { link: shown.join(", ") };
}
