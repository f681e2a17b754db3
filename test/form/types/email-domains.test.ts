import { expect, test } from 'vitest'
import { isPersonalDomain } from '../../../src/form/types/email-domains.ts'
import { addressMeant } from '../../../src/form/types/mistyped-email.ts'

test.each(
  'gmail.com gmx.de gmx.net yahoo.co.uk fastmail.com fastmail.fm hotmail.fr outlook.de proton.me web.de t-online.de btinternet.com naver.com mail.ru mailinator.com yandex.ru'.split(
    ' ',
  ),
)('addresses at %s are personal', (domain) => expect(isPersonalDomain(domain)).toBe(true))

test.each(
  'bt.com nus.edu.sg ibm.com example.com yahooinc.com orange.com telekom.de law.com berlin.de go.com kansascity.com notgmail.com live.example.com'.split(
    ' ',
  ),
)('addresses at %s are not', (domain) => expect(isPersonalDomain(domain)).toBe(false))

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['Ada.L+x@HOTMIAL.COM', 'Ada.L+x@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@gmail.com', undefined],
  ['ada@mail.com', undefined],
  ['ada@email.com', undefined],
  ['ada@cloud.com', undefined],
  ['ada@gmx.at', undefined],
  ['ada@example.org', undefined],
  ['ada@gmial.co', undefined],
  ['gmial.com', undefined],
  ['', undefined],
  [`ada@${'g'.repeat(10_000)}`, undefined],
])('%s was meant as %s', (address, meant) => expect(addressMeant(address)).toBe(meant))
