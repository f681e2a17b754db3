/** Takes the booking from the messages of a calendar in a frame: ticks the box, and fills in the booking. */
for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-calendar]')) {
  const { origin, hostname } = new URL(frame.src)
  const group = frame.closest('.field')
  const fill = (name: string, value: unknown): void => {
    const input = group?.querySelector<HTMLInputElement>(`[data-booking=${name}]`)
    if (input && typeof value === 'string') input.value = value
  }
  if (/(?:^|\.)calendly\.com$/.test(hostname)) {
    // Calendly sends messages only to pages that it knows.
    const url = new URL(frame.src)
    url.searchParams.set('embed_domain', location.hostname)
    url.searchParams.set('embed_type', 'Inline')
    frame.src = url.href
  }
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const booking = bookingIn(event.data)
    const box = group?.querySelector<HTMLInputElement>('input[type=checkbox]')
    if (!booking || !box) return
    box.checked = true
    fill('eventUrl', booking['eventUrl'])
    fill('startTime', booking['startTime'])
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

type JsonObject = Readonly<Record<string, unknown>>

function keyed(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function bookingIn(data: unknown): JsonObject | undefined {
  const { event, payload, originator, type, data: details } = keyed(data)
  if (event === 'calendly.event_scheduled') return { eventUrl: keyed(keyed(payload)['event'])['uri'] }
  if (originator !== 'CAL' || !String(type).startsWith('bookingSuccessful')) return undefined
  const { videoCallUrl, startTime, date, booking } = keyed(details)
  return { eventUrl: videoCallUrl, startTime: startTime ?? keyed(booking)['startTime'] ?? date }
}
