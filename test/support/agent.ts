import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { onTestFinished } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { testHost, type TestHostOptions } from './test-host.ts'

/** An agent, connected to `formctl mcp` in this process. */
export type Agent = {
  readonly client: Client
  readonly call: (tool: string, input?: Record<string, unknown>) => Promise<CallToolResult>
  /** The same with a signal that cancels it. */
  readonly cancellable: (
    tool: string,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ) => Promise<CallToolResult>
  /** Closes the input of the server; resolves to its exit status, and what it wrote on stderr. */
  readonly end: () => Promise<{ readonly exit: number; readonly stderr: string }>
  /** All that the server wrote on stdout. */
  readonly written: () => string
}

export async function startAgent(
  words: string,
  options: Omit<TestHostOptions, 'argv'> & { readonly cwd: string },
): Promise<Agent> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  let text = ''
  const host = testHost({ ...options, argv: `mcp ${words}`.trim() })
  const exit = run({
    ...host,
    stdin: { isTerminal: false, chunks: () => toServer },
    stdout: {
      ...host.stdout,
      write: async (chunk) => {
        text += String(chunk)
        if (!toClient.write(chunk)) await once(toClient, 'drain')
      },
    },
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  // It reads one stream and writes the other, which is all that a transport of a client does, too.
  await client.connect(new StdioServerTransport(toClient, toServer))
  const end: Agent['end'] = async () => {
    await client.close()
    toServer.end()
    return { exit: await exit, stderr: host.output().stderr }
  }
  onTestFinished(async () => void (await end()))
  return {
    client,
    call: (name, input = {}) => client.callTool({ name, arguments: input }),
    cancellable: (name, input, signal) => client.callTool({ name, arguments: input }, { signal }),
    end,
    written: () => text,
  }
}
