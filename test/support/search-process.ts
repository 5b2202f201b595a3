// A process that searches a repository cold and warm and prints what it found:
//   node test/support/search-process.ts <repository> <cache or ""> <name>...
import { openGit } from "../../src/world/git/repository.ts";
import { IndexStore } from "../../src/world/code/index-store.ts";
import { searchCold } from "../../src/world/code/search-cold.ts";
import { WarmSearch } from "../../src/world/code/search-warm.ts";

const [path = "", cache = "", ...names] = process.argv.slice(2);
const opened = openGit(path, process.env, new AbortController().signal);
let read = 0;
const git: typeof opened = {
  ...opened,
  objects: (oids, take) => {
    read += oids.length;
    return opened.objects(oids, take);
  },
};
const skip = () => false;
const head = (await git.resolve("refs/heads/main"))!;
const warmSearch = new WarmSearch({ git, skip, store: cache === "" ? null : new IndexStore(cache, git.home) });
await warmSearch.prepare(head);
const [cold, warm] = [await searchCold({ git, skip }, head, names), await warmSearch.search(head, names)];
await warmSearch.close();
git.close();
console.log(
  JSON.stringify({
    cold: names.map((name) => cold.of(name)),
    warm: names.map((name) => warm?.of(name)),
    read,
    maxRss: process.resourceUsage().maxRSS * 1024,
  }),
);
