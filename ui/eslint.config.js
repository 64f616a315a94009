import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import react from "eslint-plugin-react";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import ts from "typescript-eslint";

/**
 * Imports point one way: app > features > reader > components > lib > api, words. Features know nothing of each other;
 * what two of them need belongs below. Inside a folder imports are relative, so any import by "@/" crosses a border.
 */
const LAYERS = ["words", "api", "lib", "components", "reader", "features", "app"];

const directions = LAYERS.map((layer, place) => ({
  files: [`src/${layer}/**/*.{ts,tsx}`],
  ignores: ["**/*.test.{ts,tsx}"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: [
              ...LAYERS.slice(place + 1).map((above) => `@/${above}/**`),
              ...(layer === "features" ? ["@/features/**"] : []),
              "@/testing/**",
            ],
            message: "Imports point down: app > features > reader > components > lib > api, words.",
          },
          {
            // Out of one's own feature by a relative path would be the same, unseen.
            regex: layer === "features" ? "^\\.\\./\\.\\./" : "^\\.\\./\\.\\./\\.\\./",
            message: "Address other folders by @/.",
          },
        ],
      },
    ],
  },
}));

export default ts.config(
  { ignores: ["node_modules/**", "src/api/schema.ts", "eslint.config.js"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  {
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    // TypeScript asks for brackets where keys are not declared.
    rules: {
      "@typescript-eslint/dot-notation": "off",
      "@typescript-eslint/consistent-indexed-object-style": ["error", "record"],
    },
  },
  {
    files: ["**/*.{js,mjs}", "scripts/**"],
    ...ts.configs.disableTypeChecked,
    languageOptions: { ...ts.configs.disableTypeChecked.languageOptions, globals: { ...globals.node } },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { react, "react-hooks": hooks, "jsx-a11y": a11y },
    settings: { react: { version: "19" } },
    rules: {
      ...a11y.flatConfigs.strict.rules,
      ...hooks.configs.recommended.rules,
      // Document text, names and model output are text, never HTML.
      "react/no-danger": "error",
      "react/jsx-no-target-blank": "error",
      "react/jsx-key": "error",
      // All that a person reads stands in src/words, ready for translation.
      "react/jsx-no-literals": [
        "error",
        { noStrings: true, ignoreProps: true, allowedStrings: ["·", "…", "–", "/", ":", ", ", " "] },
      ],
      // It takes the callback refs of Floating UI for refs that are read.
      "react-hooks/refs": "off",
      // It warns of what the compiler would skip; the page is built without the compiler.
      "react-hooks/incompatible-library": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "max-lines": ["error", { max: 249, skipBlankLines: false, skipComments: false }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/testing/**"],
    rules: { "react/jsx-no-literals": "off", "max-lines": "off" },
  },
  ...directions,
);
