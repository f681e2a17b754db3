/** Whether this runs in CI: nobody is there to answer, and what is said ends in a log. */
export const isCi = (env: Readonly<Record<string, string | undefined>>): boolean =>
  /^(?!0$|false$)./i.test(env['CI'] ?? '')
