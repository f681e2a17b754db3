import { textIn, defineRule, replaceBy } from './rule.ts'
import { type Nearest, quote, nearest } from '../words.ts'
/** The keys of the default country. */
const countryKeys = ['defaultCountry', 'defaultDialCodeCountry']

/** A country of dial codes that is not in ISO 3166. The contract does not show how countries are written. */
export const unknownCountry = defineRule<{ text: string; near: Nearest | undefined }>({
  code: 'unknown-country',
  severity: 'warning',
  hasFix: true,
  *check({ parts }) {
    for (const part of parts)
      for (const key of countryKeys.filter((known) => part.layer.keys.includes(known))) {
        const text = textIn(part, key)
        if (text === undefined || isCountryCode(text)) continue
        const near = countryMeant(text)
        const path = [...part.path, key]
        yield { path, marks: 'value', args: { text, near }, fix: replaceBy(path, near) }
      }
  },
  sentence: ({ text }) => `${quote(text)} is not the code of a country.`,
  help: ({ near }) =>
    near
      ? near.isCertain
        ? `Write "${near.word}".`
        : `Did you mean "${near.word}"?`
      : 'Write the two letters of the country, as in DE, GB or US (ISO 3166-1).',
})

/** Whether a text is a country's two-letter code, in upper or lower case. Kosovo's XK is not in ISO 3166 yet. */
export const isCountryCode = (text: string): boolean => {
  const code = text.toUpperCase()
  return codes.includes(code) || code === 'XK'
}

export function countryMeant(text: string): Nearest | undefined {
  const plain = bare(text)
  const code = ofLetters.get(plain.toUpperCase()) ?? otherNames.get(plain) ?? names().get(plain)
  if (code !== undefined) return { word: code, isCertain: true }
  // Hardly anybody misspells the first letter, and comparing with every name takes long.
  const alike = plain.length < 4 ? [] : [...names().keys()].filter((name) => name.startsWith(plain.charAt(0)))
  const near = nearest(plain, alike)
  const word = near && names().get(near.word)
  return word === undefined ? undefined : { word, isCertain: false }
}

/** ISO 3166-1: two letters and three. */
const table = `
  AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW
  AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN
  BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG
  CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE
  DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN
  FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL
  GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV
  HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM
  JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO
  LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE
  MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS
  MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL
  NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI
  PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN
  SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV
  SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON
  TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN
  VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE
`
const pairs = pairsIn(table)
const codes = pairs.map(([two]) => two)
const ofLetters = new Map(pairs.map(([two, three]) => [three, two]))

function pairsIn(text: string): readonly (readonly [string, string])[] {
  return Array.from(text.matchAll(/(?<!\S)(\S+):(\S+)/g), ([, left = '', right = '']) => [left, right])
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

// Names that people write and Intl does not have.
const otherNames = new Map(
  pairsIn(`
  america:US britain:GB czechrepublic:CZ deutschland:DE el:GR england:GB espana:ES españa:ES
  greatbritain:GB holland:NL oesterreich:AT österreich:AT scotland:GB schweiz:CH suisse:CH
  turkey:TR uae:AE uk:GB us:US wales:GB
`),
)

let known: ReadonlyMap<string, string> | undefined

/** The English names of all countries; made on first use. */
function names(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames(['en'], { type: 'region' })
  return (known ??= new Map(codes.map((code) => [bare(display.of(code) ?? code), code])))
}
