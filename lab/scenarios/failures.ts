import { type Failure, type Scenario, shell } from './language.ts'

const REFUSED: Failure = {
  status: 400,
  kind: 'invalid_request_error',
  message: 'Invalid request: unsupported value.',
}

/** Scenarios in which the API fails. */
export const FAILURES: readonly Scenario[] = [
  {
    name: 'error',
    note: 'The API answers 400 to every request.',
    runs: [{ prompt: 'Say hello.', answers: [REFUSED] }],
  },
  {
    name: 'error-after-tool',
    note: 'A command works, then the API answers 400.',
    runs: [
      {
        prompt: 'List the files.',
        answers: [{ say: 'Step one.', calls: [shell('ls', 'List')] }, REFUSED],
      },
    ],
  },
  {
    name: 'unauthorized',
    note: 'The API answers 401 to every request.',
    runs: [
      {
        prompt: 'Say hello.',
        answers: [{ status: 401, kind: 'authentication_error', message: 'The API key is not valid.' }],
      },
    ],
  },
  {
    name: 'rate-limit',
    note: 'The API answers 429 once (retry after 1 s), then the model answers.',
    runs: [
      {
        prompt: 'Say hello.',
        answers: [
          { status: 429, kind: 'rate_limit_error', message: 'Rate limit reached.', retryAfterS: 1 },
          { say: 'Recovered.' },
        ],
      },
    ],
  },
  {
    name: 'cut',
    note: 'The connection is closed in the middle of the first answer, then the model answers.',
    runs: [
      {
        prompt: 'Say hello.',
        answers: [
          { say: ['Half ', 'an ', 'answer, ', 'cut ', 'off.'], isCut: true },
          { say: 'A whole answer.' },
        ],
      },
    ],
  },
]
