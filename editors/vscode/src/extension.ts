// A thin client of `cloudy-pnp lsp`: starts it, and adds a preview panel and a few commands.
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { callOf, previewPage, quoted } from "./words";

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;
let asked = 0;

const configured = (): unknown => vscode.workspace.getConfiguration("cloudy-pnp").get("command");

async function start(): Promise<void> {
  const [command, ...args] = callOf(configured(), "lsp");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const run = { command: command ?? "cloudy-pnp", args, options: folder === undefined ? {} : { cwd: folder } };
  client = new LanguageClient("cloudy-pnp", "cloudy-pnp", run, {
    documentSelector: [
      { scheme: "file", language: "yaml" },
      { scheme: "file", pattern: "**/{cards,packs}/**/*.csv" },
      { scheme: "file", pattern: "**/{templates,packs}/**/*.md.j2" },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{cards,packs,templates}/**") },
  });
  try {
    await client.start();
  } catch (error) {
    const hint = 'Install it with: pip install "cloudy-pnp[lsp]", or set cloudy-pnp.command.';
    void vscode.window.showErrorMessage(`The language server does not start: ${String(error)}. ${hint}`);
  }
}

function inTerminal(...words: string[]): void {
  const terminal = vscode.window.terminals.find((one) => one.name === "cloudy-pnp") ?? vscode.window.createTerminal("cloudy-pnp");
  terminal.show();
  terminal.sendText(callOf(configured(), ...words).map((word) => quoted(word, process.platform === "win32")).join(" "));
}

async function newSpell(): Promise<void> {
  const name = await vscode.window.showInputBox({ prompt: "The name of the spell" });
  if (name) inTerminal("new", "spell", name);
}

async function refresh(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!panel || !client?.isRunning() || editor?.document.languageId !== "yaml") return;
  const request = ++asked;
  const place = { textDocument: { uri: editor.document.uri.toString() }, position: editor.selection.active };
  const hover = await client.sendRequest<{ contents: { value: string } } | null>("textDocument/hover", place);
  if (panel && hover && request === asked) panel.webview.html = previewPage(hover.contents.value);
}

function preview(): void {
  panel ??= vscode.window.createWebviewPanel("cloudy-pnp", "Card", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  panel.onDidDispose(() => { panel = undefined; });
  void refresh();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const commands: Record<string, () => unknown> = {
    preview,
    check: () => inTerminal("check"),
    build: () => inTerminal("build"),
    studio: () => inTerminal("studio"),
    newSpell,
    restart: async () => { await client?.stop(); await start(); },
  };
  for (const [name, action] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`cloudy-pnp.${name}`, action));
  }
  context.subscriptions.push(
    vscode.window.onDidChangeTextEditorSelection(() => void refresh()),
    vscode.languages.onDidChangeDiagnostics(() => void refresh()),
  );
  await start();
}

export const deactivate = (): Promise<void> | undefined => client?.stop();
