import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [preact({ devToolsEnabled: false })],
  build: {
    outDir: "../src/meetwithoutfear/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows files of our own origin only: no data: addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://localhost:8000" } },
});
