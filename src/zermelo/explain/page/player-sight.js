// What of a tree is seen through its frame: larger or smaller about the pointer, all of it, a node kept in sight, and a small map.

const STEP = 1.25, LARGEST = 1.4; // of its size, that a tree is made to fit a frame
const MAP = { width: 168, least: 26, most: 64 }; // pixels

export class Sight {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} picture  in the frame
   * @param {SVGSVGElement} map
   */
  constructor(frame, picture, map) {
    this.frame = frame;
    this.picture = picture;
    this.map = map;
    this.size = { width: picture.viewBox.baseVal.width, height: picture.viewBox.baseVal.height };
    this.scale = 1;
    /** @type {[number, number] | null} */
    this.pointer = null; // where it is, over the frame
    this.connect();
    this.drawMap();
  }

  connect() {
    const { frame, map } = this;
    frame.addEventListener("pointermove", ({ clientX, clientY }) => { this.pointer = [clientX, clientY]; });
    frame.addEventListener("pointerleave", () => { this.pointer = null; });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), [event.clientX, event.clientY]);
    }, { passive: false });
    frame.addEventListener("scroll", () => this.drawMap());
    new ResizeObserver(() => this.drawMap()).observe(frame);
    this.pinching();
    this.dragging();
    const go = (/** @type {PointerEvent} */ event) => {
      const box = map.getBoundingClientRect();
      this.centre((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    map.addEventListener("pointerdown", (event) => {
      map.setPointerCapture(event.pointerId);
      go(event);
    });
    map.addEventListener("pointermove", (event) => { if (event.buttons) go(event); });
  }

  // Two fingers zoom about the place between them.
  pinching() {
    let apart = 0;
    const measured = (/** @type {TouchList} */ [one, other]) => ({
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: /** @type {[number, number]} */ ([(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]),
    });
    this.frame.addEventListener("touchstart", ({ touches }) => { if (touches.length === 2) apart = measured(touches).apart; }, { passive: true });
    this.frame.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const now = measured(event.touches);
      this.zoom(now.apart / apart, now.middle);
      apart = now.apart;
    }, { passive: false });
  }

  // A mouse that is pressed beside the nodes drags the tree.
  dragging() {
    const { frame } = this;
    frame.addEventListener("pointerdown", (event) => {
      const under = /** @type {Element} */ (event.target);
      if (event.pointerType !== "mouse" || event.button || under.closest(".node") || under === frame) return;
      frame.setPointerCapture(event.pointerId);
      frame.classList.add("dragged");
    });
    frame.addEventListener("pointermove", ({ movementX, movementY }) => {
      if (frame.classList.contains("dragged")) frame.scrollBy(-movementX, -movementY);
    });
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => frame.classList.remove("dragged"));
  }

  /**
   * Make the picture larger or smaller; what is at this place of the page stays there, or what is next to it: the middle of the frame, as
   * far as that can be scrolled, unless given.
   * @param {number} factor
   * @param {[number, number] | null} [at]
   */
  zoom(factor, at = null) {
    const { frame, picture } = this, place = at ? this.nearest(at) : this.middle(), part = this.under(place);
    this.scale *= factor;
    this.resize();
    if (at) {
      this.put(part, place);
    } else {
      frame.style.padding = picture.style.margin = "";
      this.scroll(part, place);
    }
    this.drawMap();
  }

  resize() {
    this.picture.setAttribute("width", String(this.size.width * this.scale));
    this.picture.setAttribute("height", String(this.size.height * this.scale));
  }

  /**
   * The place of the picture that is nearest to a place of the page.
   * @param {[number, number]} place
   * @returns {[number, number]}
   */
  nearest([x, y]) {
    const { left, right, top, bottom } = this.picture.getBoundingClientRect();
    return [Math.max(left, Math.min(right, x)), Math.max(top, Math.min(bottom, y))];
  }

  /**
   * Bring a part of the picture to a place of the page, as far as it can be scrolled.
   * @param {[number, number]} part
   * @param {[number, number]} place
   */
  scroll([across, down], place) {
    const { frame } = this, [acrossNow, downNow] = this.under(place), box = this.picture.getBoundingClientRect();
    frame.scrollLeft += (across - acrossNow) * box.width;
    frame.scrollTop += (down - downNow) * box.height;
  }

  /**
   * The same, with as much room beside the picture as it takes: one that is smaller than the frame could not be scrolled there.
   * @param {[number, number]} part
   * @param {[number, number]} place
   */
  put(part, place) {
    const { frame, picture } = this, room = frame.getBoundingClientRect(), { width, height } = picture.getBoundingClientRect();
    frame.style.padding = picture.style.margin = "0";
    const high = this.highest();
    this.resize();
    const left = place[0] - room.left - frame.clientLeft - part[0] * width, top = place[1] - room.top - frame.clientTop - part[1] * height;
    const right = left < 0 ? frame.clientWidth - left - width : 0, bottom = top < 0 ? high - top - height : 0;
    frame.style.padding = [top, right, bottom, left].map((one) => `${Math.max(0, one)}px`).join(" ");
    this.scroll(part, place);
  }

  // One step larger, or smaller: about the pointer, where it is over the frame.
  larger() {
    this.zoom(STEP, this.pointer);
  }

  smaller() {
    this.zoom(1 / STEP, this.pointer);
  }

  /**
   * Show all of the tree; where it would be smaller than `least`, a part of it, in the size `part`.
   * @param {number} [least]
   * @param {number} [part]
   */
  fit(least = 0, part = least) {
    const { frame, picture, size } = this;
    frame.style.padding = picture.style.margin = "";
    const down = (this.highest() || size.height) / size.height, across = (frame.clientWidth || size.width) / size.width;
    this.scale = 1;
    const all = Math.min(LARGEST, across, down);
    this.zoom(all < least ? part : all);
  }

  /** As high as the frame can become, which it is until the picture has its size again. */
  highest() {
    this.picture.setAttribute("height", "100000");
    return this.frame.clientHeight;
  }

  /** @returns {[number, number]} */
  middle() {
    const { frame } = this, room = frame.getBoundingClientRect();
    return [room.left + frame.clientLeft + frame.clientWidth / 2, room.top + frame.clientTop + frame.clientHeight / 2];
  }

  /**
   * What of the picture is at a place of the page, as parts of its width and height.
   * @param {[number, number]} place
   * @returns {[number, number]}
   */
  under([x, y]) {
    const box = this.picture.getBoundingClientRect();
    return [(x - box.left) / (box.width || 1), (y - box.top) / (box.height || 1)];
  }

  /**
   * Bring a part of the picture into the middle of the frame.
   * @param {number} across  from 0 to 1
   * @param {number} down
   */
  centre(across, down) {
    const box = this.picture.getBoundingClientRect(), [x, y] = this.middle();
    this.frame.scrollBy(box.left + across * box.width - x, box.top + down * box.height - y);
  }

  /**
   * Keep a part of the picture in sight: what is not comes to the middle.
   * @param {Element} part
   */
  follow(part) {
    const { frame } = this, [box, room] = [part.getBoundingClientRect(), frame.getBoundingClientRect()], [x, y] = this.middle();
    if (box.left < room.left || box.right > room.right) frame.scrollLeft += box.left + box.width / 2 - x;
    if (box.top < room.top || box.bottom > room.bottom) frame.scrollTop += box.top + box.height / 2 - y;
    const now = part.getBoundingClientRect();
    this.at = this.under([now.left + now.width / 2, now.top + now.height / 2]);
    this.drawMap();
  }

  // The branches, what the frame shows of them, and the node that is followed; nothing where all is seen.
  drawMap() {
    const { map, frame, size } = this, box = this.picture.getBoundingClientRect(), room = frame.getBoundingClientRect();
    const seen = box.left > room.left - 1 && box.right < room.right + 1 && box.top > room.top - 1 && box.bottom < room.bottom + 1;
    map.toggleAttribute("hidden", seen);
    if (seen) return;
    if (!map.childElementCount) this.beginMap();
    const high = Math.max(MAP.least, Math.min(MAP.most, MAP.width * size.height / size.width));
    map.setAttribute("height", String(high));
    const [, view, dot] = map.children, [left, top] = this.under([room.left, room.top]);
    mark(view, { x: left * size.width, y: top * size.height, width: frame.clientWidth / this.scale, height: frame.clientHeight / this.scale });
    const [across, down] = this.at ?? [0, 0], wide = 5 * size.width / MAP.width, tall = 5 * size.height / high;
    mark(dot, { x: across * size.width - wide / 2, y: down * size.height - tall / 2, width: wide, height: tall });
  }

  beginMap() {
    const { map, picture, size } = this, made = (/** @type {string} */ name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    mark(map, { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none", width: MAP.width });
    const branches = made("path"), view = made("rect"), dot = made("rect");
    mark(branches, { class: "branches", d: [...picture.querySelectorAll("path.edge")].map((edge) => edge.getAttribute("d")).join("") });
    mark(view, { class: "view" });
    mark(dot, { class: "at" });
    map.append(branches, view, dot);
  }
}

/**
 * @param {Element} part
 * @param {Record<string, string | number>} facts
 */
function mark(part, facts) {
  for (const [name, value] of Object.entries(facts)) part.setAttribute(name, String(value));
}
