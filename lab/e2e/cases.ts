import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RUNNING_FILE, shell, write } from '../scenarios/language.ts'
import { PLACES } from '../workspace.ts'
import type { EndToEndCase } from './case.ts'

const LONG = shell(
  `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick $i; touch ${RUNNING_FILE}; sleep 1; done`,
  'Wait',
)
const README = shell('cat README.md', 'Read the README')
const TWO_TURNS = [
  { say: "I'll read the README.", calls: [README] },
  { say: 'The README says: bac à sable.' },
  { say: 'The number is 42.' },
]
const CLAUDE = { harness: 'claude', program: 'claude' } as const
const CLAUDE_ARGS = ['-p', '--model', 'claude-sonnet-5', '--dangerously-skip-permissions']

/** A run, and a reply that goes on with its session in a new process. */
const runAndReply: EndToEndCase['act'] = async (product) => {
  const code = await product.run('Read the README.')
  product.check('exits as the CLI does', code === 0, `exit ${code}`)
  const reply = await product.call('reply', (await product.task()).id, 'Which number?')
  product.check('the reply is answered', reply.stdout.includes('The number is 42.'), reply.stdout.slice(-200))
  const { runs } = await product.task()
  product.check('in a second process of one task', runs.length === 2, `${runs.length} runs`)
}

/** What real CLIs are proven with, from start to history. */
export const CASES: readonly EndToEndCase[] = [
  {
    ...CLAUDE,
    name: 'Claude Code, one-shot, resumed',
    args: CLAUDE_ARGS,
    answers: TWO_TURNS,
    tokens: 'exact',
    title: 'Read the README.',
    act: runAndReply,
  },
  {
    ...CLAUDE,
    name: 'Claude Code, interactive',
    args: CLAUDE_ARGS,
    answers: [{ say: 'Waiting.', calls: [LONG] }, { say: 'The number is 42.' }],
    tokens: 'in and out',
    title: 'Wait a bit.',
    async act(product) {
      await product.run('Wait a bit.', '--protocol', 'claude-stream', '--keep-open', '--detach')
      await product.untilCommandRuns()
      const { id } = await product.task()
      const { code } = await product.call('interrupt', id)
      product.check('is interrupted by its protocol', code === 0, `exit ${code}`)
      await product.until('waiting')
      const reply = await product.call('reply', id, 'Which number?')
      product.check('takes a reply', reply.stdout.includes('The number is 42.'), reply.stdout.slice(-200))
      await product.call('stop', id)
      const { runs } = await product.task()
      product.check('in one process', runs.length === 1, `${runs.length} runs`)
    },
  },
  {
    ...CLAUDE,
    name: 'Claude Code, work in the background',
    args: CLAUDE_ARGS,
    answers: [
      { calls: [shell('sleep 4; echo done >background.txt', 'In the background')] },
      { say: 'It runs in the background.' },
      { say: 'The background work has ended.' },
    ],
    words: (call) =>
      call.tool === 'shell'
        ? { name: 'Bash', input: { command: call.command, description: call.about, run_in_background: true } }
        : null,
    tokens: 'exact',
    title: 'Start it.',
    async act(product) {
      const code = await product.run('Start it.', '--protocol', 'claude-stream')
      product.check('is not ended at its first result', code === 0, `exit ${code}`)
      const sets = (await product.events()).filter(({ type }) => type === 'session.background')
      product.check('shows what still runs', sets.length >= 2, `${sets.length} sets`)
      product.check('its work is finished', existsSync(join(PLACES.work, 'background.txt')), 'background.txt')
    },
  },
  {
    name: 'Codex CLI, resumed',
    harness: 'codex',
    program: 'codex',
    args: ['exec', '--dangerously-bypass-approvals-and-sandbox'],
    answers: TWO_TURNS,
    tokens: 'exact',
    title: 'Read the README.',
    act: runAndReply,
  },
  {
    name: 'Gemini CLI, resumed',
    harness: 'gemini',
    program: 'gemini',
    args: ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro'],
    answers: TWO_TURNS,
    tokens: 'exact',
    title: 'Read the README.',
    act: runAndReply,
  },
  {
    name: 'opencode, resumed',
    harness: 'opencode',
    program: 'opencode',
    args: ['run'],
    answers: TWO_TURNS,
    tokens: 'exact',
    title: 'Lab session',
    act: runAndReply,
  },
  {
    name: 'Claude Code over ACP, resumed',
    harness: 'claude-agent-acp',
    program: 'claude-agent-acp',
    args: [],
    answers: TWO_TURNS,
    tokens: 'exact',
    title: 'Read the README.',
    act: runAndReply,
  },
  {
    name: 'Claude Code over ACP, asking a person',
    harness: 'claude-agent-acp',
    program: 'claude-agent-acp',
    args: [],
    answers: [{ say: 'Writing.', calls: [write('NOTES.md', 'noted')] }, { say: 'Written.' }],
    tokens: 'exact',
    title: 'Write it down.',
    async act(product) {
      await product.run('Write it down.', '--detach')
      await product.until('needs-input')
      const { id } = await product.task()
      const asked = await product.call('answer', id)
      product.check('shows what it asks', asked.stdout.includes('NOTES.md'), asked.stdout.slice(0, 300))
      const { code } = await product.call('answer', id, 'allow')
      product.check('takes the answer', code === 0, `exit ${code}, offered: ${asked.stdout.slice(-300)}`)
      await product.until('succeeded')
      product.check('acts on it', existsSync(join(PLACES.work, 'NOTES.md')), 'NOTES.md')
    },
  },
  {
    name: 'Codex over ACP, resumed',
    harness: 'codex-acp',
    program: 'codex-acp',
    args: [],
    answers: TWO_TURNS,
    tokens: 'none',
    title: 'Read the README.',
    act: runAndReply,
  },
  {
    name: 'Gemini CLI over ACP, interrupted, with permissions',
    harness: 'gemini-acp',
    program: 'gemini',
    args: ['-m', 'gemini-2.5-pro'],
    answers: [{ say: 'Waiting.', calls: [LONG] }, { say: 'The number is 42.' }],
    tokens: 'none',
    title: 'Wait a bit.',
    async act(product) {
      const options = ['--protocol', 'acp', '--keep-open', '--detach', '--permissions', 'allow']
      await product.run('Wait a bit.', ...options)
      await product.untilCommandRuns()
      const { id } = await product.task()
      const { code } = await product.call('interrupt', id)
      product.check('is interrupted by its protocol', code === 0, `exit ${code}`)
      await product.until('waiting')
      const reply = await product.call('reply', id, 'Which number?')
      product.check('takes a reply', reply.stdout.includes('The number is 42.'), reply.stdout.slice(-200))
      await product.call('stop', id)
    },
  },
]
