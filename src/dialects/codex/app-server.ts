import { sessionEndedEvent } from '../../core/build.ts'
import { type KindRule, kept, type LineReader, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { count, obj, text } from '../../core/read.ts'
import { itemKinds } from './app-server-items.ts'
import * as notices from './app-server-notices.ts'
import * as requests from './app-server-requests.ts'
import { failedEnd } from './errors.ts'
import { ofPart, type PartReader } from './part.ts'
import { readPlan } from './plan.ts'
import { readThread, titleOf } from './session.ts'
import { readTokenUsage, turnDuration } from './usage.ts'

const WHOLE_ITEM_FOLLOWS = 'the completed item holds it whole'
const BOOKKEEPING = "the server's own bookkeeping"
const FOR_THE_CLIENT = 'between the server and the program that hosts it'
const REALTIME = 'a voice conversation, which has no place in the vocabulary'
const BESIDE_THE_TURN = 'a process that the client runs beside the turn'

/** Every kind of line of `codex app-server`: those recorded of 0.171.0, and those in the types that it generates. */
export const serverKinds: Readonly<Record<string, KindRule>> = {
  ...itemKinds,
  'response/thread': mapped(readStartResponse),
  'thread/started': mapped((line) => readThread(obj(line.params))),
  'thread/name/updated': mapped(ofParams((params) => titleOf(params.threadName))),
  'thread/tokenUsage/updated': mapped(ofParams(readTokenUsage)),
  'turn/plan/updated': mapped(ofParams((params) => readPlan(params.plan))),
  'turn/completed': mapped(ofParams(readTurnCompleted)),

  'item/commandExecution/requestApproval': notice(requests.readCommandApproval),
  'item/fileChange/requestApproval': notice(requests.readChangeApproval),
  'item/permissions/requestApproval': notice(requests.readPermissions),
  'item/tool/requestUserInput': notice(requests.readQuestion),
  'mcpServer/elicitation/request': notice(requests.readElicitation),
  execCommandApproval: notice(requests.readCommandApproval),
  applyPatchApproval: notice(requests.readChangeApproval),
  'serverRequest/resolved': notice(requests.readResolved),
  'server/error': notice(notices.readError),
  'response/error': notice(notices.readRefusal),
  warning: notice(notices.readWarning),
  guardianWarning: notice(notices.readWarning),
  configWarning: notice(notices.readWarning),
  deprecationNotice: notice(notices.readWarning),
  'windows/worldWritableWarning': notice(notices.readWorldWritable),
  'modelProvider/authRecoveryStarted': notice(notices.readWarning),
  'modelProvider/authRecoveryCompleted': notice(notices.readWarning),
  'model/rerouted': notice(notices.readReroute),
  'hook/completed': notice(notices.readHook),
  'mcpServer/startupStatus/updated': notice(notices.readServerStatus),
  'account/rateLimits/updated': notice(notices.readRateLimits),

  'thread/started/child': kept("a subagent's thread, which the item of its parent tells of"),
  'turn/completed/child': kept("the end of a subagent's turn, not of the session's"),
  'turn/diff/updated': kept('all changes of the turn as one diff, which the items state one by one'),
  'thread/compacted': kept('a deprecated copy of the item contextCompaction'),
  'item/mcpToolCall/progress': kept('what a running tool says of its progress'),
  'item/commandExecution/terminalInteraction': kept('what was typed into a running command'),
  'item/autoApprovalReview/started': kept('a review that decides in place of a person'),
  'item/autoApprovalReview/completed': kept('a review that decided in place of a person'),
  'autoApprovalReview/strictReviewRequired': kept('a review that decides in place of a person'),
  'rawResponseItem/completed': kept('an item as the API sent it'),
  'rawResponse/completed': kept('an answer of the API, with its id and counts'),
  'hook/started': kept(BOOKKEEPING),
  'model/verification': kept(BOOKKEEPING),
  'model/safetyBuffering/updated': kept(BOOKKEEPING),
  'turn/moderationMetadata': kept(BOOKKEEPING),
  'remoteControl/status/changed': kept(BOOKKEEPING),
  'skills/changed': kept(BOOKKEEPING),
  'app/list/updated': kept(BOOKKEEPING),
  'account/updated': kept(BOOKKEEPING),
  'account/gatewayOAuth/changed': kept(BOOKKEEPING),
  'account/login/completed': kept(BOOKKEEPING),
  'mcpServer/oauthLogin/completed': kept(BOOKKEEPING),
  'mcpServer/event/stream/notification': kept(FOR_THE_CLIENT),
  'externalAgentConfig/import/progress': kept(BOOKKEEPING),
  'externalAgentConfig/import/completed': kept(BOOKKEEPING),
  'windowsSandbox/setupCompleted': kept(BOOKKEEPING),
  'thread/readState/changed': kept(BOOKKEEPING),
  'thread/archived': kept(BOOKKEEPING),
  'thread/deleted': kept(BOOKKEEPING),
  'thread/unarchived': kept(BOOKKEEPING),
  'thread/closed': kept(BOOKKEEPING),
  'thread/reverted': kept('the conversation went back to an earlier turn'),
  'thread/section/changed': kept(BOOKKEEPING),
  'thread/attachment/updated': kept(BOOKKEEPING),
  'thread/goal/updated': kept('the goal of the thread'),
  'thread/goal/cleared': kept('the goal of the thread is gone'),
  'thread/prediction/updated': kept('a proposal for the next prompt'),
  'thread/queue/changed': kept('messages that wait for their turn'),
  'thread/settings/updated': kept('model, effort and policies of the next turns'),
  'thread/project/updated': kept(BOOKKEEPING),
  'project/changed': kept(BOOKKEEPING),
  'thread/environment/connected': kept(BOOKKEEPING),
  'thread/environment/disconnected': kept(BOOKKEEPING),
  'thread/search/partial': kept(FOR_THE_CLIENT),
  'fuzzyFileSearch/sessionUpdated': kept(FOR_THE_CLIENT),
  'fuzzyFileSearch/sessionCompleted': kept(FOR_THE_CLIENT),
  'fs/changed': kept(FOR_THE_CLIENT),
  'command/exec/outputDelta': kept(BESIDE_THE_TURN),
  'process/outputDelta': kept(BESIDE_THE_TURN),
  'process/exited': kept(BESIDE_THE_TURN),
  'thread/realtime/started': kept(REALTIME),
  'thread/realtime/itemAdded': kept(REALTIME),
  'thread/realtime/item/started': kept(REALTIME),
  'thread/realtime/item/transcript/delta': kept(REALTIME),
  'thread/realtime/item/completed': kept(REALTIME),
  'thread/realtime/transcript/delta': kept(REALTIME),
  'thread/realtime/transcript/done': kept(REALTIME),
  'thread/realtime/outputAudio/delta': kept(REALTIME),
  'thread/realtime/sdp': kept(REALTIME),
  'thread/realtime/error': kept(REALTIME),
  'thread/realtime/closed': kept(REALTIME),
  'item/tool/call': kept('asks the client to run a tool; the item dynamicToolCall tells of it'),
  'account/chatgptAuthTokens/refresh': kept(FOR_THE_CLIENT),
  'attestation/generate': kept(FOR_THE_CLIENT),
  response: kept('the answer to a request of the client, with facts of its own'),

  'response/empty': redundant('acknowledges a request of the client'),
  'response/turn': redundant('acknowledges turn/start; turn/completed states the same turn'),
  'turn/started': redundant('turn/completed states the same turn with its start'),
  'thread/status/changed': redundant('turns begin and end with lines of their own, requests and errors too'),
  'account/rateLimits/updated/empty': redundant('states no limit'),
  'item/agentMessage/delta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/plan/delta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/reasoning/summaryTextDelta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/reasoning/summaryPartAdded': redundant('says only that a part of the thinking begins'),
  'item/reasoning/textDelta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/commandExecution/outputDelta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/fileChange/outputDelta': redundant(WHOLE_ITEM_FOLLOWS),
  'item/fileChange/patchUpdated': redundant(WHOLE_ITEM_FOLLOWS),
}

function ofParams(read: PartReader): LineReader {
  return ofPart((line) => obj(line.params), read)
}

/** The answer to `thread/start`, `thread/resume` and `thread/fork`: it alone states the model that was chosen. */
function readStartResponse(line: JsonObject): NormalizedEvent[] {
  const result = obj(line.result)
  return readThread(result, text(result?.model))
}

function readTurnCompleted(params: JsonObject, clip: number): NormalizedEvent[] {
  const turn = obj(params.turn)
  const durationMs = count(turn?.durationMs)
  const end = endOf(turn, clip)
  if (!end) return []
  return durationMs === null ? [end] : [turnDuration(durationMs), end]
}

function endOf(turn: JsonObject | null, clip: number): NormalizedEvent | null {
  switch (turn?.status) {
    case 'completed':
      return sessionEndedEvent('succeeded', null, null, clip)
    case 'interrupted':
      return sessionEndedEvent('interrupted', null, null, clip)
    case 'failed': {
      const error = obj(turn.error)
      return failedEnd(error?.message, clip, error?.codexErrorInfo)
    }
    default:
      return null
  }
}
