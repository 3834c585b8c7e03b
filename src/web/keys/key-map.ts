/** Keys and what they do, as the page says it. Every key that acts is here: a test compares. */
export const KEY_MAP: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] =
  [
    {
      title: 'Timeline',
      keys: [
        ['j', 'Next row'],
        ['k', 'Row before'],
        [']', 'Next turn'],
        ['[', 'Turn before'],
        ['!', 'Next failure'],
        ['G', 'To the end, and follow it'],
        ['e', 'Open or fold the row'],
        ['E', 'Fold everything, or open it again'],
        ['r', 'Show rows that nobody mapped'],
        ['d', 'Edits side by side, or one below the other'],
        ['c', 'Copy the row'],
        ['s', 'The source line of the row'],
      ],
    },
    {
      title: 'Find',
      keys: [
        ['/', 'Find in this task'],
        ['n', 'Next match'],
        ['N', 'Match before'],
      ],
    },
    {
      title: 'Page',
      keys: [
        ['i', 'Write a reply'],
        ['g t', 'Tasks'],
        ['g u', 'Usage'],
        ['t', 'Light, dark or system theme'],
        ['?', 'This map'],
      ],
    },
  ]
