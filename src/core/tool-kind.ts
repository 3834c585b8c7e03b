/** How a reader groups tools. */
export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'fetch'
  | 'think'
  | 'plan'
  | 'agent'
  | 'mcp'
  | 'other'

/** Tool names by kind, lower case and without `_`, of every harness that was looked at. */
const NAMES_BY_KIND: Readonly<Record<Exclude<ToolKind, 'other' | 'mcp'>, string>> = {
  read: 'read readfile readmanyfiles view viewimage notebookread readmcpresource readmcpresourcetool readfiles zoomimage',
  edit: 'edit multiedit write notebookedit writefile replace editfile applypatch patch strreplace strreplaceeditor strreplacebasededittool create createfile update writetofile replaceinfile insert strreplacefile filechange editor texteditorcodeexecution',
  delete: 'delete deletefile rm',
  move: 'move rename movefile',
  search:
    'glob grep ls list find searchfilecontent listdirectory grepsearch filesearch codebasesearch searchfiles listfiles rg findpath globsearch toolsearch searchcode lsp toolsearchtoolregex toolsearchtoolbm25 semsearch',
  execute:
    'bash bashoutput killshell shell runshellcommand localshell exec execcommand commandexecution executecommand runcommand terminal powershell writestdin monitor taskoutput taskstop writebash readbash stopbash runterminalcmd runcommands codeexecution bashcodeexecution codemode',
  fetch:
    'webfetch websearch googlewebsearch fetch websearchtool websearchrequest fetchurl searchweb fetchwebcontent',
  think: 'think thinking sequentialthinking reportintent updatetopic',
  plan: 'todowrite todoread taskcreate taskupdate tasklist taskget updateplan writetodos exitplanmode enterplanmode updatetodo settodolist todolist todo updatetodolist plan updatetodos readtodos planenter planexit',
  agent:
    'task agent spawnagent subagent wait sendinput closeagent sendmessage newtask delegate runsubagent codebaseinvestigator collabtoolcall spawnagents invokeagent waitagent interruptagent listagents followuptask resumeagent',
}

const KINDS: ReadonlySet<unknown> = new Set([...Object.keys(NAMES_BY_KIND), 'mcp', 'other'])

const KIND_BY_NAME: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(NAMES_BY_KIND).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as ToolKind]),
  ),
)

/** Whether a value is one of the words of {@link ToolKind}. */
export function isToolKind(value: unknown): value is ToolKind {
  return KINDS.has(value)
}

/**
 * How a reader groups a tool, by its whole name in any case and spelling (`TodoWrite` and `todo_write` are a plan, not an
 * edit); names of the form `mcp__server__tool` are `mcp`; `other` for a name that is not known, or none.
 */
export function toolKindOf(name: string | null): ToolKind {
  if (name === null) return 'other'
  return name.toLowerCase().startsWith('mcp_') ? 'mcp' : (KIND_BY_NAME.get(toolWord(name)) ?? 'other')
}

/** How the tool of an MCP server is named, whichever way a harness says it; null unless both names are there. */
export function mcpToolName(server: string | null, tool: string | null): string | null {
  return server === null || tool === null ? null : `mcp__${server}__${tool}`
}

/** A tool's name in the one spelling that ours are looked up by: lower case, without `_`. */
export function toolWord(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}
