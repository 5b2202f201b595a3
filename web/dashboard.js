// What every page of the dashboard does in the browser: the theme that was chosen, and news from the server.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  const themes = ["auto", "light", "dark"];
  const names = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
  const button = document.getElementById("theme");
  const kept = () => {
    try {
      return localStorage.getItem("crosscheck-theme") ?? "auto";
    } catch {
      return "auto";
    }
  };
  const show = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    if (button) button.textContent = names[theme] ?? names.auto;
  };
  show(kept());
  button?.addEventListener("click", () => {
    const next = themes[(themes.indexOf(kept()) + 1) % themes.length];
    try {
      localStorage.setItem("crosscheck-theme", next);
    } catch {
      // A browser that keeps nothing still changes this page.
    }
    show(next);
  });

  // Parts of the page that ask for `changed from:body` load themselves again.
  const live = document.getElementById("live");
  if (document.querySelector('[hx-trigger*="changed"]') !== null && "EventSource" in window) {
    const news = new EventSource("/live");
    news.addEventListener("ready", () => {
      if (live) live.textContent = "· live";
    });
    news.addEventListener("changed", () => document.body.dispatchEvent(new Event("changed")));
    news.addEventListener("error", () => {
      if (live) live.textContent = "· not connected";
    });
    addEventListener("pagehide", () => news.close());
  }

  // A filter acts as soon as it is chosen.
  document.addEventListener("change", ({ target }) => {
    if (target.matches("select") && target.form?.method === "get" && target.closest(".bar-form"))
      target.form.requestSubmit();
  });

  // What was typed or unfolded is not lost when a part loads itself again.
  const isUnsent = (field) => field.type !== "hidden" && field.value !== field.defaultValue;
  let unfolded = [];
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    const at = document.activeElement;
    const isTyping = at instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && target.contains(at);
    const isWritten = [...target.querySelectorAll("input:not([type=checkbox],[type=radio]),textarea")].some(isUnsent);
    if ((isTyping || isWritten) && event.detail.requestConfig.verb === "get") event.detail.shouldSwap = false;
    unfolded = [...target.querySelectorAll("details[open][id]")].map(({ id }) => id);
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  });
})();
