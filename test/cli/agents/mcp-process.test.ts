import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { specWith } from '../../support/applying.ts'
import { noBrowser } from '../../support/browser.ts'
import { builtProgram, homeAt, runBuilt } from '../../support/built-program.ts'
import { temporaryFolder } from '../../support/test-host.ts'

/** The width and height that a PNG says it has. */
const sizeOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]

test.skipIf(noBrowser)(
  'the built program serves an agent, with pictures of pages that load nothing from elsewhere',
  async () => {
    const cwd = temporaryFolder()
    let connections = 0
    const elsewhere = createServer((socket) => {
      connections++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const picture = `https://localhost:${port}/a.png`
    writeFileSync(
      join(cwd, 'survey.yaml'),
      specWith(
        `{ type: GraphicOptions, content: { question: Which?, choices: [A, B], images: [{ option: A, image: "${picture}", alt: A }] } }`,
      ),
    )
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [builtProgram, 'mcp', '--read-only'],
      cwd,
      env: homeAt(cwd),
      stderr: 'ignore',
    })
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport)
    const { content } = await client.callTool({ name: 'preview', arguments: { file: 'survey.yaml' } })
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }, { type: 'text' }])
    const [png] = content.flatMap((part) => (part.type === 'image' ? Buffer.from(part.data, 'base64') : []))
    expect(sizeOf(png ?? Buffer.alloc(24))).toEqual([800, 1100])
    await client.close()
    elsewhere.close()
    expect(connections).toBe(0)
  },
)

test('it ends at once without an agent, and answers on stdout only what the protocol says', async () => {
  const cwd = temporaryFolder()
  expect(await runBuilt(['mcp'], { cwd })).toEqual({ exit: 0, stdout: '', stderr: '' })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const { exit, stdout } = await runBuilt(['mcp'], { cwd, stdin: `nonsense\n${JSON.stringify(ping)}\n` })
  expect(exit).toBe(0)
  for (const line of stdout.split('\n').filter(Boolean))
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})
