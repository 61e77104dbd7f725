"""Neovim, headless, as a real client: diagnostics, a quick fix, a rename. Skipped where it is not installed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lsp.test_server import FRIENDS
from lsp.test_server import meadow as meadow

_SCRIPT = """
local file, root, out, python = unpack(ARGS)
local function wait(what, ready)
  if not vim.wait(60000, ready, 50) then io.stderr:write("waited in vain for " .. what .. "\\n"); vim.cmd("cquit") end
end
vim.o.swapfile = false
vim.cmd("edit " .. file)
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "cloudy-pnp", cmd = { python, "-m", "cloudy_pnp", "lsp" }, root_dir = root })
vim.lsp.buf_attach_client(buffer, id)
local client = vim.lsp.get_client_by_id(id)
wait("the server", function() return client.initialized end)
vim.api.nvim_buf_set_text(buffer, 3, 15, 3, 15, { "Honey..." })
wait("a diagnostic", function() return #vim.diagnostic.get(buffer) > 0 end)
local first = vim.diagnostic.get(buffer)[1]
local result = { code = first.code, line = first.lnum, column = first.col }
local function ask(method, params)
  local answer = client.request_sync(method, params, 60000, buffer)
  return answer and answer.result
end
local document = { uri = vim.uri_from_bufnr(buffer) }
local range = { start = { line = 3, character = 0 }, ["end"] = { line = 3, character = 1 } }
local context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", { textDocument = document, range = range, context = context })
local action = ask("codeAction/resolve", actions[1])
vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
result.fixed = vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1]
wait("no diagnostic", function() return #vim.diagnostic.get(buffer) == 0 end)
local position = { line = 1, character = 9 }
local edit = ask("textDocument/rename", { textDocument = document, position = position, newName = "emmet" })
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
vim.cmd("silent wall")
local handle = io.open(out, "w")
handle:write(vim.fn.json_encode(result))
handle:close()
vim.lsp.stop_client(id, true)
vim.cmd("qall!")
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="neovim is not installed")
def test_neovim(meadow: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("nvim")
    file, out = meadow / "cards/meadow/ant.yaml", folder / "result.json"
    words = ", ".join(json.dumps(str(word)) for word in (file, meadow, out, sys.executable))
    (folder / "try.lua").write_text(_SCRIPT.replace("ARGS", f"{{ {words} }}"), "utf-8")
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-l" if _runs_scripts() else "-c",
         folder / "try.lua" if _runs_scripts() else f"luafile {folder / 'try.lua'}", "-c", "cquit"],
        cwd=meadow, capture_output=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    result = json.loads(out.read_text("utf-8"))
    assert (result["code"], result["line"]) == ("I18N-TYPOGRAPHY", 3)
    assert "Honey…Carry." in result["fixed"]
    texts = [path.read_text("utf-8") for path in sorted((meadow / "cards/meadow").glob("*.yaml"))]
    assert sum(text.count("friend: emmet") for text in texts) == FRIENDS
    assert sum(text.count("id: emmet") for text in texts) == 1


def _runs_scripts() -> bool:
    """Check whether this Neovim has `-l`, which came with 0.9."""
    version = subprocess.run(["nvim", "--version"], capture_output=True, check=False).stdout.decode()
    return "NVIM v0.7" not in version and "NVIM v0.8" not in version
