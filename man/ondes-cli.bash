# SPDX-License-Identifier: GPL-3.0-or-later
# Alike whatever the tables before it. Needs no package bash-completion, whose loader finds the file by the program's name.

_ondes_cli_reply ()
{
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace; fi
}

_ondes_cli ()
{
  local command=${COMP_WORDS[1]} word glue='' given=0 cur option='' only=''
  local takes words operands names options
  local -a line=()

  COMPREPLY=()
  if [ "$COMP_CWORD" -le 1 ]; then _ondes_cli_reply "$_ondes_cli_commands" "${COMP_WORDS[COMP_CWORD]}"; return; fi
  _ondes_cli_command "$command"

  # readline parts words at = and :
  for word in "${COMP_WORDS[@]:2:COMP_CWORD-1}"; do
    if [[ ${#line[@]} -gt 0 && ( -n $glue || $word == [=:]* ) ]]; then line[-1]+=$word; else line+=("$word"); fi
    if [[ $word == *[=:] ]]; then glue=1; else glue=''; fi
  done
  cur=${line[-1]}
  unset 'line[-1]'

  # what stands before: operands, and an option that still wants its value
  for word in "${line[@]}"; do
    if [ -n "$option" ]; then option=''
    elif [ -n "$only" ] || [[ $word != -?* ]]; then given=$((given + 1))
    elif [ "$word" = -- ]; then only=1
    else
      _ondes_cli_option "$command" "$word"
      if [ -n "$takes" ]; then option=$word; fi
    fi
  done
  if [[ -z $option && -z $only && $cur == --*=* ]]; then
    option=${cur%%=*}
    cur=${cur#*=}
  fi

  if [ -n "$option" ]; then
    _ondes_cli_option "$command" "$option"
    if [ "$takes" = file ]; then compopt -o default; else _ondes_cli_reply "$words" "$cur"; fi
  elif [[ -z $only && ( $cur == -* || $given -ge $operands ) ]]; then
    _ondes_cli_reply "$options" "$cur"
  elif [ "$given" -lt "$operands" ]; then
    if [[ -n $names && $given -eq 0 ]]; then _ondes_cli_reply "$names" "$cur"; else compopt -o default; fi
  fi
}

complete -F _ondes_cli ondes-cli
