// These tests run in Node, with a small stand-in for VS Code's API. They start neither VS Code nor the language server.
const test = require("node:test");
const assert = require("node:assert");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const esbuild = require("esbuild");

const words = (() => {
  const file = path.join(__dirname, "../src/words.ts");
  const built = esbuild.buildSync({ entryPoints: [file], bundle: true, write: false, format: "cjs", platform: "node" });
  const module = { exports: {} };
  new Function("module", "exports", built.outputFiles[0].text)(module, module.exports);
  return module.exports;
})();

test("the program is the configured one, or ours", () => {
  assert.deepStrictEqual(words.callOf(["python3", "-m", "cloudy_pnp"], "lsp"), ["python3", "-m", "cloudy_pnp", "lsp"]);
  for (const wrong of [undefined, [], "rm -rf /", [1]]) assert.deepStrictEqual(words.callOf(wrong, "lsp"), ["cloudy-pnp", "lsp"]);
});

test("no word is a command to a shell", () => {
  for (const word of ["it's $(touch owned)", "a; b", "`x`", "plain", "-x", "new\nline"]) {
    const out = execFileSync("sh", ["-c", `printf %s ${words.quoted(word, false)}`]).toString();
    assert.strictEqual(out, word);
  }
});

test("card data is never markup in the preview", () => {
  const page = words.previewPage("**spells/x**\n\n![card](data:image/png;base64,AAAA)\n\n`en` <script>alert(1)</script>\n\n![x](https://x.example/p.png)");
  assert.ok(page.includes('<img alt="the card" src="data:image/png;base64,AAAA">'));
  assert.ok(!page.includes("<script>"));
  assert.strictEqual(page.match(/<img/g).length, 1);
});

test("every command of the manifest is registered, and the server is started with the configured program", async () => {
  const registered = [];
  const started = [];
  const disposable = { dispose() {} };
  const vscode = {
    commands: { registerCommand: (name) => (registered.push(name), disposable) },
    workspace: {
      getConfiguration: () => ({ get: () => ["my-program", "--flag"] }),
      createFileSystemWatcher: () => disposable,
      workspaceFolders: undefined,
    },
    window: { onDidChangeTextEditorSelection: () => disposable, showErrorMessage: (text) => started.push(text) },
    languages: { onDidChangeDiagnostics: () => disposable },
  };
  class LanguageClient {
    constructor(_id, _name, run) { started.push([run.command, ...run.args]); }
    async start() {}
    async stop() {}
  }
  const built = esbuild.buildSync({
    entryPoints: [path.join(__dirname, "../src/extension.ts")], bundle: true, write: false, format: "cjs", platform: "node",
    external: ["vscode", "vscode-languageclient/node"],
  });
  const module = { exports: {} };
  const need = (name) => ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name];
  new Function("module", "exports", "require", built.outputFiles[0].text)(module, module.exports, need);
  await module.exports.activate({ subscriptions: [] });
  const manifest = require("../package.json");
  assert.deepStrictEqual(registered.sort(), manifest.contributes.commands.map((one) => one.command).sort());
  assert.deepStrictEqual(started, [["my-program", "--flag", "lsp"]]);
});
