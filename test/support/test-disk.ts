/** A disk of a test's own, which can fill up and whose power can be cut. It needs Linux and root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hangGuard } from './hang-guard.ts'
import { temporaryFolder } from './test-host.ts'

export type TestDisk = {
  /** Where it is mounted. */
  readonly folder: string
  /**
   * Cuts the power at once, whatever is being written: what the system has not sent to the disk is lost. Later reads and writes
   * fail. But a sync that is under way may end well and yet be lost (Linux 6.18), so replies that come from now on don't count.
   */
  readonly cutPower: () => void
  /** Writes everything to the disk. */
  readonly sync: () => void
  readonly makeReadOnly: () => void
  /** Mounts the disk again, as a boot does. No process may have a file of it open. */
  readonly restorePower: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Makes an ext4 disk in a file, which takes only as much space as is used. */
export async function makeDisk(mebibytes: number): Promise<TestDisk> {
  const home = temporaryFolder()
  // PostgreSQL runs as another user.
  chmodSync(home, 0o755)
  const [image, folder] = [join(home, 'image'), join(home, 'disk')]
  writeFileSync(image, '')
  await truncate(image, mebibytes * 1024 * 1024)
  run('mkfs.ext4', ['-q', '-F', image])
  mkdirSync(folder)
  const mount = (): void => run('mount', ['-o', 'loop', image, folder])
  mount()
  return {
    folder,
    cutPower: () => run('perl', ['-e', shutDown, folder]),
    sync: () => run('sync', ['-f', folder]),
    makeReadOnly: () => run('mount', ['-o', 'remount,ro', folder]),
    restorePower: async () => {
      await unmount(folder)
      mount()
    },
    close: () => unmount(folder),
  }
}

/** Stops a file system at once and does not write its journal (EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH). */
const shutDown = `
  my $how = pack('L', 2);
  open(my $folder, '<', $ARGV[0]) or die $!;
  ioctl($folder, 0x8004587d, $how) // die $!;`

async function unmount(folder: string): Promise<void> {
  const end = performance.now() + hangGuard
  for (;;) {
    try {
      return run('umount', [folder])
    } catch (error) {
      // A process that was just killed may still be ending.
      if (performance.now() > end) throw error
      await sleep(20)
    }
  }
}

// Debian's PATH of other users than root lacks these folders.
const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

const run = (program: string, words: readonly string[]): void =>
  void execFileSync(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })

/** Why no disk can be made here; undefined when one can. */
export const noDisk: string | undefined = await makeDisk(8)
  .then(async (disk) => {
    disk.cutPower()
    await disk.close()
    return undefined
  })
  .catch((error: unknown) => `no disk can be made: ${String(error).trim().split('\n').at(-1)}`)

if (noDisk !== undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error(`FORMCTL_REQUIRE_ALL=1, but ${noDisk}.`)
