// The five programs in JavaScript: node programs.js <program> <count>
// Prints the result, CPU microseconds of the process, CPU microseconds of the program, peak KiB.
"use strict";

const [, , name, countText] = process.argv;
const count = Number(countText);

function makeTree(depth) {
  return depth === 0
    ? { left: null, right: null }
    : { left: makeTree(depth - 1), right: makeTree(depth - 1) };
}

function countNodes(tree) {
  return 1 + (tree.left === null ? 0 : countNodes(tree.left)) + (tree.right === null ? 0 : countNodes(tree.right));
}

const programs = {
  churn() {
    const live = [];
    for (let i = 0; i < 1000; i++) live.push({ first: 0, second: 0 });
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const record = { first: i, second: i + 1 };
      sum += record.first + record.second;
      live[i % 1000] = record;
    }
    return sum;
  },
  retain() {
    const records = [];
    for (let i = 0; i < count; i++) records.push({ first: i, second: i + 1 });
    let sum = 0;
    for (const record of records) sum += record.first + record.second;
    return sum;
  },
  tree() {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += countNodes(makeTree(18));
    return sum;
  },
  cycles() {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const first = { other: null, value: i };
      const second = { other: first, value: i + 1 };
      first.other = second;
      sum += first.value + second.value;
    }
    return sum;
  },
  deeplist() {
    let list = null;
    for (let value = 0; value < count; value++) list = { next: list, value };
    let sum = 0;
    for (let link = list; link !== null; link = link.next) sum += link.value;
    return sum;
  },
};

const microseconds = ({ user, system }) => user + system;
const begin = process.cpuUsage();
const sum = programs[name]();
const inside = microseconds(process.cpuUsage(begin));
console.log(sum, microseconds(process.cpuUsage()), inside, process.resourceUsage().maxRSS);
