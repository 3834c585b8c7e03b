import { type KindRule, kept } from '../../core/dialect.ts'

/**
 * Kinds of the schema of 1.0.102 that have no place in the vocabulary, by the reason why. Most of them were never seen on
 * stdout: they belong to other ways of running the program.
 */
const GROUPS: readonly (readonly [reason: string, kinds: string])[] = [
  [
    'telemetry of one model request; what a person should see of a failure is in session.error',
    'model.call_failure prompt_cache_break agent.interrupted sandbox.decision',
  ],
  [
    'between the program and whoever hosts it',
    'auto_mode_switch.completed auto_mode_switch.requested capabilities.changed command.completed command.execute command.queued commands.changed external_tool.completed external_tool.requested mcp.headers_refresh_completed mcp.headers_refresh_required mcp.oauth_completed mcp.oauth_recovery_completed mcp.oauth_required mcp.prompts.list_changed mcp.resources.list_changed mcp.tools.list_changed mcp_app.tool_call_complete sampling.completed sampling.requested session_limits_exhausted.completed session_limits_exhausted.requested ui.ephemeral_query human_response.recorded pending_messages.modified',
  ],
  [
    'the settings, the extensions and the page of an interactive program',
    'session.auto_mode_resolved session.auto_tier_recommendation session.auto_tier_switch_failed session.autopilot_objective_changed session.autopilot_stopped session.canvas.closed session.canvas.opened session.canvas.recorded session.canvas.registry_changed session.canvas.removed session.canvas.unavailable session.custom_agents_updated session.custom_notification session.extensions.attachments_pushed session.extensions_loaded session.indexed_search session.managed_plugin_progress session.managed_settings_enforced session.managed_settings_resolved session.memory_changed session.mode_changed session.mode_notice_delivered session.model_deselected session.permission_recovery session.permissions_changed session.quota_observation session.remote_steerable_changed session.session_limits_changed session.skills_loaded subagent.configured subagent.deselected subagent.selected tool_search.activated',
  ],
  [
    'bookkeeping of the session in its own file',
    'session.binary_asset session.completion_receipt session.context_changed session.context_cleared session.handoff session.plan_changed session.request_body_compression_disabled session.schedule_cancelled session.schedule_created session.schedule_rearmed session.shutdown session.snapshot_rewind session.usage_checkpoint session.usage_record session.workspace_file_changed skill.context_delivered skill.context_delivered_ref skill.invoked skill.invoked_ref system.message permission.assentDetected permission.carriedForward permission.contextualAuthorization permission.messageAuthorization permission.messageAuthorizationDegraded permission.messageAuthorizationRead',
  ],
  [
    'the state of servers and workflows beside the session',
    'session.mcp_server_needs_reconnect session.mcp_server_removed session.mcp_server_status_changed session.mcp_server_tools_loaded workflow.run_settled workflow.run_started workflow.run_updated',
  ],
  [
    'an experiment that asks several models',
    'assistant.fusion_phase_activity assistant.fusion_phase_completed assistant.fusion_phase_failed assistant.fusion_phase_started session.fusion_change_checkpoint session.fusion_commit_started session.fusion_completed session.fusion_handoff session.fusion_resolved session.fusion_route_failed session.fusion_route_started',
  ],
  [
    'a remark on what other lines state',
    'session.info assistant.intent session.task_complete session.compaction_start hook.start hook.progress hook.end tool.execution_progress tool.user_requested assistant.server_tool_progress subagent.started/sync',
  ],
]

/** The rule of each such kind. */
export const keptKinds: Readonly<Record<string, KindRule>> = Object.fromEntries(
  GROUPS.flatMap(([reason, kinds]) => kinds.split(' ').map((kind) => [kind, kept(reason)])),
)
