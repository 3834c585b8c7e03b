import type { Scenario } from './language.ts'

/** A multi-line text with what a careless reader trips over: line separators, escapes, joined emoji, right to left. */
const UNICODE =
  'Dépôt, 日本語 🎉 👩‍👩‍👧‍👦 e\u0301 عربى\u202e line\u2028sep para\u2029sep next\u0085line nbsp\u00a0 bom\ufeff \u0001 \u001b[31mred\u001b[0m \\u0041 "q"\r\nend'

/** Scenarios in which the model talks and calls no tool. */
export const TALK: readonly Scenario[] = [
  {
    name: 'plain',
    note: 'One answer, sent in three pieces.',
    runs: [{ prompt: 'Say hello.', answers: [{ say: ['Hello', ' from the ', 'lab.'] }] }],
  },
  {
    name: 'thinking',
    note: 'A thought, then an answer.',
    runs: [
      {
        prompt: 'Think, then answer.',
        answers: [
          {
            think: '**Checking the question**\n\nTwo plus two is four.',
            say: 'Four.',
            usage: { output: 55, reasoning: 25 },
          },
        ],
      },
    ],
  },
  {
    name: 'resume',
    note: 'Two processes, one session: the second goes on with the session of the first.',
    runs: [
      { prompt: 'Remember the number 42.', answers: [{ say: 'I remember 42.' }] },
      { prompt: 'Which number?', answers: [{ say: 'The number is 42.', usage: { input: 500 } }] },
    ],
  },
  {
    name: 'unicode',
    note: 'Emoji, U+2028, U+0085, control characters and ANSI escapes in the prompt, the answers, and a command with its output.',
    runs: [
      {
        prompt: 'Unicode, s’il te plaît: 日本 🎉 \u2028 end',
        answers: [
          {
            say: UNICODE,
            calls: [
              {
                tool: 'shell',
                command:
                  "printf 'caf\\303\\251 \\360\\237\\216\\211 \\342\\200\\250 \\033[32mgreen\\033[0m \\007bell\\r\\nbad \\377 byte\\n'",
                about: 'Print 🎉',
              },
            ],
          },
          { say: ['smile ', '\u{1F600}', ' fin 🏁'] },
        ],
      },
    ],
  },
  {
    name: 'token-limit',
    note: 'The answer stops at the token limit.',
    runs: [{ prompt: 'Answer at length.', answers: [{ say: 'A truncated ans', stop: 'limit' }] }],
  },
]
