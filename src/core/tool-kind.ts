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

/** Tool names by kind, lower case, of every harness that was looked at. */
const NAMES_BY_KIND: Readonly<Record<Exclude<ToolKind, 'other' | 'mcp'>, string>> = {
  read: 'read read_file read_many_files readfile view view_image notebookread read_mcp_resource readmcpresourcetool read_files zoom_image',
  edit: 'edit multiedit write notebookedit write_file replace edit_file apply_patch applypatch patch str_replace str_replace_editor str_replace_based_edit_tool create create_file update write_to_file replace_in_file insert multi_edit writefile strreplacefile file_change editor notebook_edit text_editor_code_execution',
  delete: 'delete delete_file rm',
  move: 'move rename move_file',
  search:
    'glob grep ls list find search_file_content list_directory grep_search file_search codebase_search search_files list_files rg find_path glob_search toolsearch tool_search search_code lsp tool_search_tool_regex tool_search_tool_bm25 semsearch',
  execute:
    'bash bashoutput killshell shell run_shell_command local_shell exec exec_command command_execution execute_command run_command terminal powershell write_stdin monitor taskoutput taskstop write_bash read_bash stop_bash run_terminal_cmd run_commands kill_shell code_execution bash_code_execution task_stop task_output codemode',
  fetch:
    'webfetch websearch web_fetch web_search google_web_search fetch websearchtool web_search_request fetch_url searchweb fetchurl fetch_web_content',
  think: 'think thinking sequentialthinking report_intent update_topic',
  plan: 'todowrite todoread todo_write todo_read taskcreate taskupdate tasklist taskget update_plan write_todos exitplanmode enterplanmode exit_plan_mode enter_plan_mode update_todo settodolist todolist todo update_todo_list plan updatetodos readtodos plan_enter plan_exit',
  agent:
    'task agent spawn_agent subagent wait send_input close_agent send_message sendmessage new_task delegate runsubagent codebase_investigator collab_tool_call spawn_agents invoke_agent wait_agent interrupt_agent list_agents listagents followup_task resume_agent',
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
 * How a reader groups a tool, by its whole name in any case (`TodoWrite` is a plan, not an edit); names of the form
 * `mcp__server__tool` are `mcp`; `other` for a name that is not known, or none.
 */
export function toolKindOf(name: string | null): ToolKind {
  if (name === null) return 'other'
  const word = name.toLowerCase()
  if (word.startsWith('mcp__') || word.startsWith('mcp_')) return 'mcp'
  return KIND_BY_NAME.get(word) ?? 'other'
}
