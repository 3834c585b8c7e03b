import { BROKEN_LINE, FIXED_LINE } from '../workspace.ts'
import {
  delegate,
  edit,
  mcp,
  type PlanStatus,
  plan,
  RUNNING_FILE,
  read,
  type Scenario,
  shell,
  write,
} from './language.ts'

/** The plan of the scenario `plan`, with how far its steps are. */
const planOf = (isFirst: boolean, ...statuses: [PlanStatus, PlanStatus, PlanStatus]) => {
  const [read, write, verify] = statuses
  return plan(
    isFirst,
    { text: 'Read the README', status: read },
    { text: 'Écrire le résumé', status: write },
    { text: 'Verify', status: verify },
  )
}

/** Scenarios in which the model calls tools. */
export const TOOLS: readonly Scenario[] = [
  {
    name: 'shell',
    note: 'A text with a command, its output, then an answer.',
    runs: [
      {
        prompt: 'Read the README.',
        answers: [
          { say: "I'll read the README.", calls: [shell('cat README.md', 'Read the README')] },
          { say: 'The README says: bac à sable.' },
        ],
      },
    ],
  },
  {
    name: 'shell-fail',
    note: 'A command that writes on both streams and exits with 3.',
    runs: [
      {
        prompt: 'Run the check.',
        answers: [
          { calls: [shell('echo out; echo problem >&2; exit 3', 'Run the check')] },
          { say: 'The check failed.' },
        ],
      },
    ],
  },
  {
    name: 'parallel',
    note: 'Two commands in one answer; the first ends last.',
    runs: [
      {
        prompt: 'Look at both.',
        answers: [
          {
            say: 'Looking at both.',
            calls: [shell('sleep 0.5; echo first', 'First'), shell('echo second', 'Second')],
          },
          { say: 'Both ran.' },
        ],
      },
    ],
  },
  {
    name: 'edit',
    note: 'A file is read and edited, another is written.',
    runs: [
      {
        prompt: 'Fix src/add.js and write NOTES.md.',
        answers: [
          { calls: [read('src/add.js')] },
          { calls: [edit('src/add.js', BROKEN_LINE, FIXED_LINE)] },
          { calls: [write('NOTES.md', '# Notes\n\nÉcrit ici.\n')] },
          { say: 'Fixed, and noted.' },
        ],
      },
    ],
  },
  {
    name: 'plan',
    note: 'A plan of three steps, set, then changed twice.',
    runs: [
      {
        prompt: 'Plan the work.',
        answers: [
          { calls: [planOf(true, 'in_progress', 'pending', 'pending')] },
          { calls: [planOf(false, 'completed', 'in_progress', 'pending')] },
          { calls: [planOf(false, 'completed', 'completed', 'completed')] },
          { say: 'All steps are done.' },
        ],
      },
    ],
  },
  {
    name: 'mcp',
    note: 'Two calls of an MCP server: one with text and structured content, one that fails.',
    runs: [
      {
        prompt: 'Use the demo server.',
        answers: [
          { calls: [mcp('echo', 'bonjour 🌍')] },
          { calls: [mcp('fail', 'x')] },
          { say: 'The server echoed, then failed.' },
        ],
      },
    ],
  },
  {
    name: 'unknown-tool',
    note: 'The model calls a tool that nobody has.',
    runs: [
      {
        prompt: 'Use a strange tool.',
        answers: [{ calls: [{ tool: 'unknown' }] }, { say: 'There is no such tool.' }],
      },
    ],
  },
  {
    name: 'subagent',
    note: 'A subagent runs one command and reports.',
    runs: [
      {
        prompt: 'Delegate the count.',
        answers: [
          { say: 'Delegating.', calls: [delegate('count the files.')] },
          { say: 'The subagent counted two files.' },
        ],
        helperAnswers: [{ calls: [shell('ls | wc -l', 'Count')] }, { say: 'There are two files.' }],
      },
    ],
  },
  {
    name: 'interrupt',
    note: 'SIGINT to the process group while a command runs (ACP: session/cancel).',
    runs: [
      {
        prompt: 'Wait a bit.',
        isInterrupted: true,
        answers: [
          {
            say: 'Waiting.',
            // A loop, for Qwen Code 0.24 refuses a bare `sleep 20`.
            calls: [
              shell(
                `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo tick $i; touch ${RUNNING_FILE}; sleep 1; done`,
                'Wait',
              ),
            ],
          },
          { say: 'Waited.' },
        ],
      },
    ],
  },
  {
    name: 'denied',
    note: 'Permission is needed, and not given: a file to be written, then a command.',
    runs: [
      {
        prompt: 'Write without permission.',
        isDenied: true,
        answers: [
          { say: 'Writing.', calls: [write('no.txt', 'no\n')] },
          { calls: [shell('touch no.txt', 'Touch it')] },
          { say: 'I was not allowed to.' },
        ],
      },
    ],
  },
  {
    name: 'huge',
    note: 'A command that prints 2 MB.',
    runs: [
      {
        prompt: 'Print a lot.',
        answers: [{ calls: [shell('seq 1 300000', 'Print numbers')] }, { say: 'That was a lot.' }],
      },
    ],
  },
  {
    name: 'session',
    note: 'A longer session: thoughts, texts, an edit, failing and passing commands over six answers.',
    runs: [
      {
        prompt: 'Fix the bug in src/add.js and check it.',
        answers: [
          {
            think: '**Looking**\n\nSee what is here.',
            say: 'Let me look around.',
            calls: [shell('ls -1 && cat src/add.js', 'Look')],
            usage: { output: 61, reasoning: 18 },
          },
          { say: 'Reproducing.', calls: [shell('grep -q "a + b" src/add.js', 'Reproduce')] },
          { calls: [read('src/add.js')] },
          { say: 'Found it.', calls: [edit('src/add.js', BROKEN_LINE, FIXED_LINE)] },
          { calls: [shell('grep "a + b" src/add.js', 'Check'), shell('cat README.md', 'Read')] },
          { say: ['Fixed: `add` ', 'subtracted.'] },
        ],
      },
    ],
  },
]
