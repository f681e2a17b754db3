import { describe, expect, test } from 'vitest'
import { nameWords } from '../../src/cli/responses/name-words.ts'
import { checkCondition } from '../../src/export/where/condition.ts'
import { recordsOf, write } from '../support/exporting.ts'

const answer = (questionId: string, headline: string, member: object): unknown => ({
  questionId,
  response: { type: 'ShortInput', headline, ...member },
})

const body = JSON.stringify({
  data: [
    {
      id: 'a',
      createdAt: '2026-03-01T09:00:00.000Z',
      finished: true,
      data: [
        answer('land', 'Country', { selected: 'Spain' }),
        answer('age', 'Age', { value: 18 }),
        answer('pick', 'Choice', { selected: 'a) Yes' }),
        answer('lang', 'Languages', { choices: [{ key: 'French', value: true }] }),
        answer('agree', 'Agreed', { value: true }),
        answer('word', 'Comment', { value: ' Very  good :) ' }),
      ],
      personAttributes: { country: 'ES' },
    },
    {
      id: 'b',
      createdAt: '2026-03-02T09:00:00.000Z',
      finished: false,
      data: [answer('land', 'Country', { selected: 'France' }), answer('age', 'Age', { value: '31' })],
    },
    { id: 'c', createdAt: '2026-03-03T09:00:00.000Z', data: [] },
  ],
})

const exported = async (where: string): Promise<{ ids: string; said: string }> => {
  const { text, summary } = await write([await recordsOf(body)], 'csv', { where: [where], columns: ['id'] })
  const said = nameWords({ redactions: [] }, summary).map(({ sentence }) => sentence)
  return { ids: text.trim().split('\n').slice(1).join(' '), said: said.join(' ') }
}

describe('a comparison may be spelt as people spell it', () => {
  test.each([
    ['Country does not contain AIN', 'b c'],
    ["Country doesn't contain ain", 'b c'],
    ['Country doesn’t contain ain', 'b c'],
    ['Country not contains ain', 'b c'],
    ['Country !~ ain', 'b c'],
    ['Country!~"ain" and Age is 31', 'b'],
    ['Languages does not contain fr', 'b c'],
    ['(Country does not contain ain) or Age is 18', 'a b c'],
    ['Country <> Spain', 'b c'],
    ['Country<>Spain', 'b c'],
    ['Country ≠ Spain', 'b c'],
    ['Age≥31', 'b'],
    ['Age ≤ 18', 'a'],
    ['Age <> 18.0', 'b c'],
    ["Country isn't Spain", 'b c'],
    ["Country isn't in (Spain)", 'b c'],
    ["Country isn't empty", 'a b'],
    ['Country not empty', 'a b'],
    ['Country NOT IN (Spain)', 'b c'],
    ['finished is yes', 'a'],
    ['finished = NO', 'b'],
    ['finished is not yes', 'b c'],
    ['finished in (no)', 'b'],
    ['finished in (Yes, "false")', 'a b'],
    ['Agreed is yes', 'a'],
    ['Agreed is "yes"', ''],
    ['Choice is a) Yes', 'a'],
    ['Comment contains good :)', 'a'],
  ])('%s', async (where, ids) => {
    expect((await exported(where)).ids).toBe(ids)
  })
})

describe('what other languages write is refused with what to write here', () => {
  test.each([
    ['Country in (Spain) or', 'character 22: after "or" a condition is missing.'],
    ['Country in (Spain) and', 'character 23: after "and" a condition is missing.'],
    ['Country in (Spain) or France', 'after "or" stands a condition, and France is none.'],
    ['Country in (Spain) or Agee is 3', 'no column "Agee" in these responses (character 23 of'],
    ['Age over 3 or', 'character 14: after "or" a condition is missing.'],
    ['Age over 3 or 4', '3 or 4 is no number and no time'],
    ['Country is empty or', 'character 20: after "or" a condition is missing.'],
    ['Age => 18', 'two comparisons follow each other. Write Age >= 18.'],
    ['Age =< 18', 'Write Age <= 18.'],
    ['Country =~ ain', 'Write Country ~ ain.'],
    ['Age > = 18', 'two comparisons follow each other. Write one of them.'],
    ['Age is between 3 and 20', 'Write Age at least 3 and Age at most 20.'],
    ['Age is not between 3 and 20', 'Write Age under 3 or Age over 20.'],
    ['Age between 3 and 20', 'Write Age at least 3 and Age at most 20.'],
    ['Age not between 3 and 20', 'Write Age under 3 or Age over 20.'],
    ['Age from 3 to 20', 'Write Age at least 3 and Age at most 20.'],
    ['Age greater than 18', 'Write Age over 18.'],
    ['Age greater than or equal to 18', 'Write Age at least 18.'],
    ['Age less than 18', 'Write Age under 18.'],
    ['Age more than 18', 'Write Age over 18.'],
    ['createdAt after 2026-02-29', '2026-02-29 is no day that there is. Write it as 2026-03-01'],
    ['createdAt before 1.3.2026', '1.3.2026 is no day that there is.'],
    ['Age gte 18', 'Write Age at least 18.'],
    ['Age lt 18', 'Write Age under 18.'],
    ['Age not over 18', 'Write Age at most 18.'],
    ['Age not at least 18', 'Write Age under 18.'],
    ['Age not < 18', 'Write Age at least 18.'],
    ['Country not is Spain', 'Write Country is not Spain.'],
    ['Country not equals Spain', 'Write Country is not Spain.'],
    ['Country ne Spain', 'Write Country is not Spain.'],
    ['!(Country is Spain)', 'The word not stands behind the column'],
    ["Country LIKE 'Sp%'", 'in words that are not known here. Write Country contains Sp.'],
    ["Country NOT LIKE 'Sp%'", 'Write Country does not contain Sp.'],
    ['Languages does not include French', 'Write Languages does not contain French.'],
    ['Country not null', 'Write Country is not empty.'],
    ['Country exists', 'Write Country is not empty.'],
    ['Country unanswered', 'Write Country is empty.'],
    ['Country empty', 'Write Country is empty.'],
    ['Country = ""', 'Write Country is empty.'],
    ['Country != ""', 'Write Country is not empty.'],
    ['Country in Spain, France', 'in needs a list. Write Country in (Spain, France).'],
    ['Age in [18, 31]', 'Write Age in (18, 31).'],
    ['Age not in 18', 'Write Age not in (18).'],
    ['Age in (18 31)', 'commas stand between the values of a list.'],
    ['Country in ("Spain" "France")', 'commas stand between the values of a list.'],
    ['Country is Spain & Age is 18', 'character 18: & joins nothing here. Write and.'],
    ['Country is Spain | Age is 18', '| joins nothing here. Write or.'],
    ['Country is Spain, Age is 18', ', joins nothing here. Write and.'],
    [
      'Country is not Spain)',
      'character 21: a ) closes nothing. Is this text meant, put it in quotes: Country is not "Spain)".',
    ],
    [
      'Country does not contain (Sp',
      'character 26: a ( opens here and is not closed. Is this text meant, put it in quotes: Country does not contain "(Sp".',
    ],
    ['finished is done', 'finished is true or false, and done is neither.'],
    ['finished is not 1', 'finished is true or false, and 1 is neither.'],
    ['finished in (yes, maybe)', 'finished is true or false, and maybe is neither.'],
  ])('%s', async (where, sentence) => {
    await expect(exported(where)).rejects.toThrow(sentence)
  })

  test('also before anything is read', () => {
    expect(() => checkCondition('Age greater than 18')).toThrow('Write Age over 18.')
    expect(() => checkCondition('Country in (Spain) or')).toThrow('after "or" a condition is missing.')
  })
})

describe('of a condition that no response holds is said what may have been meant', () => {
  test.each([
    ['Country is spain', 'Country holds "Spain": capital letters and blanks count.'],
    ['Country in (Portugal, SPAIN)', 'Country holds "Spain": capital letters and blanks count.'],
    ['Comment is very  good :)', 'Comment holds " Very  good :) ": capital letters and blanks count.'],
    ['Country is Spain)', 'A ) in it closes nothing, so it was taken for a part of the text.'],
    ['Country contains (Sp', 'A ( in it is not closed, so it was taken for a part of the text.'],
    [
      'Country contains all (Spain, France)',
      'One text stands behind contains: Country contains Spain and Country contains France.',
    ],
    [
      'Country contains any of (Spain, France)',
      'One text stands behind contains: Country contains Spain or Country contains France.',
    ],
    ['Country is Spain, France', 'Several values stand in a list: Country in (Spain, France).'],
    ['Country is nothing', 'Where nothing was answered, this holds: Country is empty.'],
    ['Agreed is maybe', 'Agreed holds true and false only.'],
    ['country is Spain', 'Is the column "Country" meant?'],
  ])('%s', async (where, hint) => {
    const { ids, said } = await exported(where)
    expect(ids).toBe('')
    expect(said).toBe(`no response holds --where ${JSON.stringify(where)}. ${hint}`)
  })

  test('and no other column where it would hold for nothing there, either', async () => {
    expect((await exported('Country is Portugal')).said).toBe(
      'no response holds --where "Country is Portugal".',
    )
  })
})
