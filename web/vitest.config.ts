import preact from "@preact/preset-vite";
import { defineConfig } from "vitest/config";

/** The logic of the client, without a browser: the network is the only fake. */
export default defineConfig({
  plugins: [preact({ devToolsEnabled: false })],
  test: { environment: "happy-dom", include: ["test/**/*.test.{ts,tsx}"], restoreMocks: true, unstubGlobals: true },
});
