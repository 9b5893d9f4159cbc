#!/usr/bin/env bash
# Prints the prompt of a cell: build.sh CELL.
# Variables hold no zeros and $(...) drops line feeds, so contents go from file to file and never through either.
set -euo pipefail
export LC_ALL=C # bytes, not characters

cell=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# raw prints a file. read stops at each zero, which is printed again.
raw() {
    local piece
    while IFS= read -r -d '' piece; do printf '%s\0' "$piece"; done <"$1"
    printf '%s' "$piece"
}

# stripped prints a file without the line feeds at its end. A zero behind them would keep them.
stripped() {
    local piece
    while IFS= read -r -d '' piece; do printf '%s\0' "$piece"; done <"$1"
    while [[ $piece == *$'\n' ]]; do piece=${piece%$'\n'}; done
    printf '%s' "$piece"
}

# escaped prints a name, which holds no zero, for a string of JSON.
escaped() {
    local v
    IFS= read -r -d '' v <"$1" || true
    v=${v//\\/\\\\}
    v=${v//\"/\\\"}
    v=${v//$'\b'/\\b}
    v=${v//$'\f'/\\f}
    v=${v//$'\n'/\\n}
    v=${v//$'\r'/\\r}
    v=${v//$'\t'/\\t}
    printf '%s' "$v"
}

# tagged TAG NAME BODY prints a section, nothing for a body without bytes. NAME is a file with the escaped name.
tagged() {
    [[ -s $3 ]] || return 0
    printf '<%s' "$1"
    if [[ -s $2 ]]; then
        printf ' name="'
        raw "$2"
        printf '"'
    fi
    printf '>\n'
    raw "$3"
    printf '\n</%s>' "$1"
}

# inner prints a section of a section, behind a line feed unless it is the first of $work/body.
inner() {
    [[ ! -s $3 || ! -s $work/body ]] || printf '\n'
    tagged "$@"
}

# text prints a text of the catalog in the first locale that has it.
text() {
    local dir locale i piece
    while IFS= read -r locale; do
        dir=$cell/texts/$locale/$1
        [[ ! -d $dir ]] || break
    done <"$cell/locales"
    for ((i = 0; ; i++)); do
        if [[ -f $dir/$i.text ]]; then
            raw "$dir/$i.text"
        elif [[ -f $dir/$i.tool ]]; then
            raw "$dir/$i.tool"
        elif [[ -f $dir/$i.input ]]; then
            IFS= read -r -d '' piece <"$dir/$i.input" || true
            raw "$cell/inputs/$piece"
        else
            break
        fi
    done
}

instruction_files() {
    local which
    for which in global project; do
        printf '%s' "$which" >"$work/inner_name"
        stripped "$cell/inputs/${which}_instructions" >"$work/inner"
        inner instruction-file "$work/inner_name" "$work/inner" >>"$work/body"
    done
}

skill_index() {
    local i item
    for ((i = 0; ; i++)); do
        item=$cell/inputs/skills/$i
        [[ -d $item ]] || break
        ((i == 0)) || printf '\n'
        printf -- '- '
        escaped "$item/name"
        printf ': '
        escaped "$item/summary"
    done >>"$work/body"
}

selected_skills() {
    local i item
    for ((i = 0; ; i++)); do
        item=$cell/inputs/selected_skills/$i
        [[ -d $item ]] || break
        escaped "$item/name" >"$work/inner_name"
        {
            printf 'Base directory: '
            raw "$item/dir"
            printf '\n\n'
            stripped "$item/body"
        } >"$work/inner"
        inner skill "$work/inner_name" "$work/inner" >>"$work/body"
    done
}

# section writes tag, name and body of a section.
section() {
    : >"$work/name"
    : >"$work/body"
    tag=${1//_/-}
    case $1 in
    identity) tag=agent-identity && text "$1" >"$work/body" ;;
    using_tools) tag=using-your-tools && text "$1" >"$work/body" ;;
    sub_agents) tag=sub-agent-guidance && text "$1" >"$work/body" ;;
    todo | plan_lifecycle) tag=$tag-guidance && text "$1" >"$work/body" ;;
    environment | rules | output_language) text "$1" >"$work/body" ;;
    instruction_files | skill_index | selected_skills) "$1" ;;
    current_plan)
        escaped "$cell/inputs/plan_file" >"$work/name"
        raw "$cell/inputs/plan" >"$work/body"
        ;;
    context_snapshot) raw "$cell/inputs/context" >"$work/body" ;;
    *) echo "build.sh: unknown section $1" >&2 && exit 1 ;;
    esac
}

first=yes
while IFS= read -r name; do
    section "$name"
    [[ -s $work/body ]] || continue
    [[ $first == yes ]] || raw "$cell/separator"
    first=no
    tagged "$tag" "$work/name" "$work/body"
done <"$cell/sections"
