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
