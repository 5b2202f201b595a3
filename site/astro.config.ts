import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { sections, slugOf } from "./pages.ts";

export default defineConfig({
  telemetry: false,
  integrations: [
    starlight({
      title: "Crosscheck",
      sidebar: sections.map(([label, paths]) => ({ label, items: paths.map(slugOf) })),
    }),
  ],
});
