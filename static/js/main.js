// Starts the scripts of every page. Modules do nothing when they are imported.

import { startReadingAloud } from "./core/aloud.js";
import { startShowingRefusals } from "./core/refusals.js";
import { startSwaps } from "./core/swaps.js";
import { startKeepingTyping } from "./core/typing.js";
import { startKeepingUnsent } from "./core/unsent.js";
import { startDrafts } from "./outbox/drafts.js";
import { startEntries } from "./outbox/entries.js";
import { startForms } from "./outbox/forms.js";
import { startRestored } from "./outbox/restored.js";
import { startSending } from "./outbox/sending.js";
import { startDroppingDoubleTaps } from "./outbox/twice.js";
import { startWaitingList } from "./outbox/waiting.js";
import { startKeepingAwake } from "./parts/awake.js";
import { startCounting } from "./parts/counts.js";
import { startFinding } from "./parts/find.js";
import { startFinder } from "./parts/finder.js";
import { startFitting } from "./parts/fit.js";
import { startOfflinePages } from "./parts/offline_pages.js";
import { startMarkingOwnTeam } from "./parts/own.js";
import { startPush } from "./parts/push.js";
import { startReadingSheets } from "./parts/read_aloud.js";
import { startScanning } from "./parts/scan.js";
import { startSharing } from "./parts/share.js";
import { startSounds } from "./parts/sounds.js";
import { startTypingSlips } from "./parts/typed_slips.js";
import { startShowingCall } from "./stream/call.js";
import { startClock } from "./stream/clock.js";
import { startLive } from "./stream/live.js";

startSwaps(); // First, so that the other listeners don't get the events that it stops.
startKeepingUnsent();
startShowingRefusals();
startReadingAloud();
startClock();
startShowingCall(); // After the swaps, which put the call into the page.
startLive();
startSending();
startWaitingList();
startRestored();
startForms();
startEntries();
startDroppingDoubleTaps();
startOfflinePages();
startPush();
startSounds();
startKeepingAwake();
startDrafts();
startMarkingOwnTeam();
startFinder();
startFinding();
startScanning();
startSharing();
startReadingSheets();
startFitting();
startCounting();
startTypingSlips();
startKeepingTyping(); // After the double taps, which must not count as Enter.
